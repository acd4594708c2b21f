import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { isTransient } from './databaseErrors.js';
import type { DatabaseClient } from './databaseClient.js';
import { keepHealthy } from './databasePool.js';
import { PooledClient } from './pooledClient.js';
import { beforeUse, readServer } from './positionReader.js';
import { type Replica, ServerMismatch } from './replica.js';
import { type Reader, requestScope } from './requestScope.js';

/** How long a read waits for a connection to the replica before it goes to the primary. */
const ACQUIRE_TIMEOUT_MS = 500;
/** A slower statement makes us check the replica. */
const SLOW_MS = 1_000;
/** SQLSTATE query_canceled: the statement has used up its time, so no retry. */
const TIMED_OUT = '57014';

export interface ReplicaPool {
  pool: Pool;
  /** Returns undefined if the primary answers this reader. */
  connect: (reader: Reader) => Promise<PoolClient | undefined>;
}

const isRetryable = (error: unknown): boolean =>
  isTransient(error) && (error as { code?: unknown } | null)?.code !== TIMED_OUT;

/**
 * Creates the replica's pool, of the same size as the primary's. A statement that fails because of the replica (connection
 * lost, frozen, conflict with replay, a write after all) is sent to the primary, so callers do not notice.
 */
export function createReplicaPool(
  replica: Replica,
  primary: Pool,
  onConnect: (client: ClientBase) => Promise<unknown>,
): ReplicaPool {
  const clients = new Set<PoolClient>();
  const connectPrimary = primary.connect.bind(primary) as () => Promise<PoolClient>;
  const pool = new pg.Pool({
    connectionString: replica.url,
    application_name: 'cairn-read',
    max: primary.options.max,
    idleTimeoutMillis: primary.options.idleTimeoutMillis ?? null,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    // the ORM's type parsers
    types: (primary.options as pg.PoolConfig).types,
    Client: PooledClient,
    onConnect: beforeUse(async (client) => {
      await onConnect(client);
      await replica.requireServer((await readServer(client)).server);
    }),
  });
  keepHealthy(pool);

  async function queryPrimary(args: unknown[]): Promise<unknown> {
    const client = await connectPrimary();
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args);
    } finally {
      client.release();
    }
  }
  async function retryOnPrimary(answer: Promise<unknown>, args: unknown[]): Promise<unknown> {
    const slow = setTimeout(() => replica.checkSoon(), SLOW_MS);
    try {
      return await answer;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      replica.checkSoon();
      const reader = requestScope.getStore()?.reader;
      if (reader) replica.usePrimary(reader);
      return await queryPrimary(args);
    } finally {
      clearTimeout(slow);
    }
  }

  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const answer = query(...args);
      return answer instanceof Promise ? retryOnPrimary(answer, args) : answer;
    }) as typeof client.query;
  });
  pool.on('remove', (client) => void clients.delete(client));
  replica.onCut(() => {
    for (const client of clients) (client as unknown as DatabaseClient).cut();
  });

  return {
    pool,
    connect: async (reader) => {
      if (!(await replica.serves(reader))) return undefined;
      try {
        return await pool.connect();
      } catch (error) {
        // a replica whose connections are all in use is only busy
        const isFull = pool.totalCount >= pool.options.max;
        if (!isFull && !(error instanceof ServerMismatch)) replica.pause((error as Error).message);
        replica.usePrimary(reader);
        return undefined;
      }
    },
  };
}
