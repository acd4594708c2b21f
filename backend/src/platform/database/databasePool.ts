import type { ClientBase, Pool, PoolClient } from 'pg';
import { timeLeft } from '../lib/deadline.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { DatabaseClient } from './databaseClient.js';
import type { ReadGate } from './readGate.js';
import type { ReplicaPool } from './replicaPool.js';
import { type Reader, requestScope } from './requestScope.js';

/**
 * The code that uses an ended connection notices the end by its failing query. It then releases the connection within
 * this time, or never.
 */
const GRACE_MS = 1_000;

interface PoolOptions {
  /** How long to wait for a connection while all are taken. */
  waitMs: number;
  /** Limits how many reads of one person run at a time. */
  gate?: ReadGate;
  /** Answers reads that can be slightly stale. */
  replica?: ReplicaPool | undefined;
  metrics?: Metrics | undefined;
}

/**
 * Takes connections from a pool, in this order: the reader's turn, the replica, a connection within the time that the
 * request has left. Commands, the hub and jobs have no reader and go straight to the pool.
 */
export class DatabasePool {
  readonly #pool: Pool;
  readonly #options: PoolOptions;
  readonly #connect: Pool['connect'];

  constructor(pool: Pool, options: PoolOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#connect = pool.connect.bind(pool);
    // the pool's own `query` calls this with a callback
    pool.connect = ((callback?: Parameters<Pool['connect']>[0]) => {
      if (callback) return this.#connect(callback);
      const reader = requestScope.getStore()?.reader;
      return reader && options.gate ? this.#connectReader(reader, options.gate) : this.#connectMeasured();
    }) as Pool['connect'];
    const end = pool.end.bind(pool);
    pool.end = async () => {
      options.gate?.close();
      await Promise.all([end(), options.replica?.pool.end()]);
    };
    keepHealthy(pool);
  }

  async #connectReader(reader: Reader, gate: ReadGate): Promise<PoolClient> {
    const leave = await gate.enter(reader);
    try {
      const client = (await this.#options.replica?.connect(reader)) ?? (await this.#connectMeasured());
      // the pool assigns a new `release` to a client each time
      const release = client.release.bind(client);
      client.release = (error) => {
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #connectMeasured(): Promise<PoolClient> {
    const { metrics } = this.#options;
    if (!metrics || this.#pool.idleCount > 0) return await this.#connectInTime();
    const since = performance.now();
    const client = await this.#connectInTime();
    metrics.waits.observe({ line: 'connection' }, (performance.now() - since) / 1000);
    return client;
  }

  /** Waits no longer than the request's deadline. */
  async #connectInTime(): Promise<PoolClient> {
    const { waitMs } = this.#options;
    const most = timeLeft(waitMs);
    const connecting = this.#connect();
    if (most >= waitMs) return await connecting;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), most)));
    const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer));
    if (client) return client;
    // release the connection, so that the next caller can use it
    connecting.then(
      (unwanted) => unwanted.release(),
      () => undefined,
    );
    throw new Error('timeout exceeded when trying to connect');
  }
}

/**
 * Keeps a pool usable. Releases connections that ended inside a transaction: the query builder keeps one whose `rollback` or
 * `commit` fails, and a few outages would empty the pool. When a connection goes silent or turns out to be read-only, the
 * idle ones are cut too, because they lead to the same server.
 */
export function keepHealthy(pool: Pool): void {
  const inUse = new WeakSet<PoolClient>();
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => {
    inUse.add(client);
    idle.delete(client);
  });
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    idle.add(client);
  });
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('connect', (client) => {
    (client as NodeJS.EventEmitter).once('lost', () => {
      for (const other of idle) (other as unknown as DatabaseClient).cut();
    });
    client.once('end', () => {
      setTimeout(() => {
        if (inUse.has(client)) client.release(true);
      }, GRACE_MS).unref();
    });
  });
}

/** Refuses a connection to a standby, whose answers can be stale. A proxy can connect to one during a failover. */
export async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby) throw Object.assign(new Error('the database is a standby'), { code: '25006' });
}
