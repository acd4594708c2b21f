import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../telemetry/logger.js';
import { DatabaseMetrics } from './databaseMetrics.js';
import type { Metrics } from '../telemetry/metrics.js';

interface MetricsPageOptions {
  metrics: Metrics;
  host: string;
  port: number;
  databaseUrl: string;
  /** The folder whose disk is measured. */
  dataDir: string;
  /** The names of all jobs. */
  tasks: Iterable<string>;
  /** How long the database's answer is reused, in milliseconds. */
  freshMs?: number;
  log: Logger;
}

export interface MetricsPage {
  port: number;
  close: () => Promise<void>;
}

/** Prometheus scrapes on one connection; the rest are for people. */
const CONNECTIONS = 10;
const IDLE_MS = 65_000;
const SLOW_MS = 10_000;

/** Serves `GET /metrics` on a separate port, which is not published. Requests at the same time share one page. */
export async function startMetricsPage({
  metrics,
  host,
  port,
  databaseUrl,
  dataDir,
  tasks,
  freshMs,
  log,
}: MetricsPageOptions): Promise<MetricsPage> {
  const { registry } = metrics;
  const figures = new DatabaseMetrics(metrics, databaseUrl, tasks, freshMs);
  let free: number | undefined;
  metrics.watch('cairn_disk_free_bytes', 'What is left on the disk of DATA_DIR', [], () =>
    free === undefined ? [] : [[{}, free]],
  );
  const readFreeSpace = async (): Promise<void> => {
    free = await statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
  };
  const write = async (): Promise<string> => {
    await Promise.all([figures.refresh(), readFreeSpace()]);
    return registry.metrics();
  };
  let writing: Promise<string> | undefined;

  const server = createServer(
    { keepAliveTimeout: IDLE_MS, headersTimeout: SLOW_MS, requestTimeout: SLOW_MS },
    (request, response) => {
      const isKnown = request.url?.split('?')[0] === '/metrics';
      if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response.writeHead(isKnown ? 405 : 404, isKnown ? { Allow: 'GET, HEAD' } : {}).end();
        return;
      }
      writing ??= write().finally(() => (writing = undefined));
      writing.then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be written');
          response.writeHead(500).end();
        },
      );
    },
  );
  server.maxConnections = CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  log.info({ metricsPort: taken, host }, 'metrics are served at /metrics');
  return {
    port: taken,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await figures.close();
    },
  };
}
