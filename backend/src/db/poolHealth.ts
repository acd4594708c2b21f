import type { ClientBase, Pool, PoolClient } from 'pg';
import type { DatabaseClient } from '../kernel/databaseClient.js';
import { timeLeft } from '../kernel/deadline.js';

/** Whoever holds a connection learns of its end by the query that fails; by then it has been given back or never will be. */
const GRACE_MS = 1_000;

/**
 * Keeps a pool able to serve. Connections that ended while a transaction held them are given back: the query builder
 * keeps one whose `rollback` or `commit` fails, and after a few outages of the database the pool would be empty. When one
 * goes silent, or turns out to take no writes, those that idle are let go too: they led to the same place.
 */
export function keepPoolHealthy(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => {
    held.add(client);
    idle.delete(client);
  });
  pool.on('release', (_error, client) => {
    held.delete(client);
    idle.add(client);
  });
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('connect', (client) => {
    (client as NodeJS.EventEmitter).once('lost', () => {
      for (const other of idle) (other as unknown as DatabaseClient).cut();
    });
    client.once('end', () => {
      setTimeout(() => {
        if (held.has(client)) client.release(true);
      }, GRACE_MS).unref();
    });
  });
}

/**
 * Refuses a connection to a standby, as a proxy may give while another one takes the primary's place: what it answers may be
 * of the past.
 */
export async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby) throw Object.assign(new Error('the database is a standby'), { code: '25006' });
}

/** Nobody waits for a connection longer than the request they serve may still last. */
export function boundWaiting(pool: Pool, mostMs: number): void {
  const connect = pool.connect.bind(pool);
  const connectInTime = async (): Promise<PoolClient> => {
    const most = timeLeft(mostMs);
    const connecting = connect();
    if (most >= mostMs) return connecting;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), most)));
    const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer));
    if (client) return client;
    // who comes after us may have it
    connecting.then(
      (unwanted) => unwanted.release(),
      () => undefined,
    );
    throw new Error('timeout exceeded when trying to connect');
  };
  // the pool's own `query` asks with a callback
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectInTime()) as typeof pool.connect;
}
