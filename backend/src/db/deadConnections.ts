import type { Pool, PoolClient } from 'pg';

/** Whoever holds a connection learns of its end by the query that fails; by then it has been given back or never will be. */
const GRACE_MS = 1_000;

/**
 * Gives connections back to the pool that ended while a transaction held them: the query builder keeps one whose
 * `rollback` or `commit` fails, and after a few outages of the database the pool would be empty.
 */
export function releaseDeadConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => void held.add(client));
  pool.on('release', (_error, client) => void held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (held.has(client)) client.release(true);
      }, GRACE_MS).unref();
    });
  });
}
