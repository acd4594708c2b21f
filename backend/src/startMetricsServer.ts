import { EnvError } from './env.js';
import type { Resources } from './request/context.js';
import { startMetricsPage } from './platform/database/metricsPage.js';
import type { ProcessContext } from './platform/process/lifecycle.js';

/** Serves this process's metrics if METRICS_PORT is set. */
export async function startMetricsServer(
  { env, log, onClose }: Pick<ProcessContext, 'env' | 'log' | 'onClose'>,
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
  onClose(page.close);
}
