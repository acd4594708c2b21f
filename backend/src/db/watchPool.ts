import type { Pool, PoolClient } from 'pg';
import type { Metrics } from '../kernel/eyes/metrics.js';
import { tracing } from '../kernel/eyes/tracing.js';

/** Measures how long those wait for a connection who do not find one idle. */
export function measureWaiting(pool: Pool, metrics: Metrics): void {
  metrics.watchPool('requests', pool);
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  const measured = async (): Promise<PoolClient> => {
    const since = performance.now();
    const client = await connect();
    metrics.waits.observe({ line: 'connection' }, (performance.now() - since) / 1000);
    return client;
  };
  pool.connect = ((callback?: unknown) =>
    callback === undefined && pool.idleCount === 0 ? measured() : connect(callback)) as typeof pool.connect;
}

/** Makes each statement a part of the trace of what it is sent for. */
export function traceStatements(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first] = args;
      const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
      const current = tracing();
      const ask = (): unknown => query(...args);
      return current && typeof text === 'string' ? current.statement(text, ask) : ask();
    }) as typeof client.query;
  });
}
