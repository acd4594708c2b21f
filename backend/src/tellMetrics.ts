import { EnvError } from './env.js';
import type { Resources } from './kernel/context.js';
import { startMetricsPage } from './kernel/eyes/metricsPage.js';
import type { Life } from './lifecycle.js';

/** Tells what this process counts of itself, where it is said where. */
export async function tellMetrics(
  { env, log, opened }: Pick<Life, 'env' | 'log' | 'opened'>,
  { metrics, databaseUrl }: Pick<Resources, 'metrics' | 'databaseUrl'>,
  tasks: readonly string[],
): Promise<void> {
  if (!env.metrics || !metrics) return;
  const page = await startMetricsPage({ ...env.metrics, metrics, databaseUrl, dataDir: env.dataDir, tasks, log }).catch(
    (error: NodeJS.ErrnoException) => {
      if (!error.code?.startsWith('E')) throw error;
      throw new EnvError(`METRICS_PORT or METRICS_HOST cannot be listened on: ${error.code}`, { cause: error });
    },
  );
  opened(page.close);
}
