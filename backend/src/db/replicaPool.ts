import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { isPassing } from '../kernel/databaseErrors.js';
import { DatabaseClient } from '../kernel/databaseClient.js';
import { beforeUse, serverOf } from '../kernel/positionAsker.js';
import { OtherServer, type Replica } from '../kernel/replica.js';
import { type Reader, requestScope } from '../kernel/requestScope.js';
import { keepPoolHealthy } from './poolHealth.js';
import { prepareRepeated } from './preparedStatements.js';

/** How long one waits for a connection to the replica before the primary is asked. */
const PLACE_MS = 500;
/** A statement that takes longer makes us look whether the replica lives. */
const LONG_MS = 1_000;
/** The statement has had its time: another try would have none. */
const TIMED_OUT = '57014';

/** Connections to the replica. */
export interface OtherPool {
  pool: Pool;
  /** One for this reader; undefined where the primary answers them. */
  connect: (reader: Reader) => Promise<PoolClient | undefined>;
}

const isWorthAnother = (error: unknown): boolean =>
  isPassing(error) && (error as { code?: unknown } | null)?.code !== TIMED_OUT;

/**
 * The pool beside the primary's, of the same size. A statement that fails because of the replica (it has gone, is
 * frozen, replays what is in the way of it, or was asked to write after all) is sent to the primary, so nobody notices.
 */
export function readsFrom(
  replica: Replica,
  primary: Pool,
  onConnect: (client: ClientBase) => Promise<unknown>,
): OtherPool {
  const clients = new Set<PoolClient>();
  const connectPrimary = primary.connect.bind(primary) as () => Promise<PoolClient>;
  const pool = new pg.Pool({
    connectionString: replica.url,
    application_name: 'cairn-read',
    max: primary.options.max,
    idleTimeoutMillis: primary.options.idleTimeoutMillis ?? null,
    connectionTimeoutMillis: PLACE_MS,
    // as the ORM wants its rows
    types: (primary.options as pg.PoolConfig).types,
    Client: DatabaseClient,
    onConnect: beforeUse(async (client) => {
      await onConnect(client);
      await replica.requireServer((await serverOf(client)).server);
    }),
  });
  keepPoolHealthy(pool);
  prepareRepeated(pool);

  async function onPrimary(args: unknown[]): Promise<unknown> {
    const client = await connectPrimary();
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args);
    } finally {
      client.release();
    }
  }
  async function orOnPrimary(answer: Promise<unknown>, args: unknown[]): Promise<unknown> {
    const long = setTimeout(() => replica.suspect(), LONG_MS);
    try {
      return await answer;
    } catch (error) {
      if (!isWorthAnother(error)) throw error;
      replica.suspect();
      const reader = requestScope.getStore()?.reader;
      if (reader) replica.leave(reader);
      return await onPrimary(args);
    } finally {
      clearTimeout(long);
    }
  }

  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const answer = query(...args);
      return answer instanceof Promise ? orOnPrimary(answer, args) : answer;
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
        // where all connections are in use it lives, and is only busy
        const isFull = pool.totalCount >= pool.options.max;
        if (!isFull && !(error instanceof OtherServer)) replica.rest((error as Error).message);
        replica.leave(reader);
        return undefined;
      }
    },
  };
}
