import pg from 'pg';
import { timeLeft, withDeadline } from '../lib/deadline.js';

/** A reachable database completes the handshake within this time. */
const CONNECT_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;
/** The server's own limit for a statement, and how much longer the client waits for its error. */
export const STATEMENT_MS = 8_000;
const SILENCE_MS = STATEMENT_MS + 500;
/** How long a graceful close can take. */
const CLOSE_TIMEOUT_MS = 1_000;
/** How often a listening connection is probed, and how long the answer can take. */
const PROBE_MS = 4_000;
export const PROBE_TIMEOUT_MS = 4_000;

/** SQLSTATE read_only_sql_transaction: the connection leads to a standby or a former primary. */
const READ_ONLY = '25006';
/** The PostgreSQL routine that warns that a commit did not wait for its synchronous standby. */
const SYNC_WAIT_ROUTINE = 'SyncRepWaitForLSN';

/** A commit that only the primary has can be lost in a failover, so the caller must retry it with the same key. */
class NotReplicated extends Error {
  readonly code = '08006';
}

type Query = (...args: unknown[]) => unknown;

/** Whether the caller expects a promise, passing neither a callback nor its own query object (COPY, a cursor). */
function answersByPromise(args: readonly unknown[]): boolean {
  const [config] = args;
  const { submit, callback } = (config ?? {}) as { submit?: unknown; callback?: unknown };
  return typeof submit !== 'function' && typeof callback !== 'function' && typeof args.at(-1) !== 'function';
}

/**
 * Queries by callback. The library's own promise keeps the rows reachable through its query: most of them survived two
 * young collections and were moved to the old generation, a fifth of the CPU time of a list.
 */
const queryByCallback = (query: Query, args: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    query(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) {
      // they can contain whole rows, and the ORM appends them to the message, which is logged
      delete error.detail;
      delete error.where;
    }
    // as the library does: the stack trace shows the caller instead of the socket
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });

/**
 * A connection that is cut when it goes silent. A vanished host, a firewall that dropped the connection or a frozen server
 * close nothing: without this a query would wait about 15 minutes for the kernel to give up.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      // a pool makes it non-enumerable, so the spread misses it
      password: config.password,
      // a pool passes its own wait for a free place under this name
      connectionTimeoutMillis: CONNECT_MS,
    });
    const query = this.query.bind(this) as Query;
    this.query = ((...args: unknown[]) => {
      if (!answersByPromise(args)) return query(...args);
      const answer = queryByCallback(query, args);
      this.#cutIfSilent(answer);
      return args[0] === 'commit' || (args[0] as pg.QueryConfig)?.text === 'commit'
        ? this.#requireReplicated(answer)
        : answer;
    }) as typeof this.query;
    const end = this.end.bind(this) as (...args: unknown[]) => unknown;
    this.end = ((...args: unknown[]) => {
      setTimeout(() => this.cut(), CLOSE_TIMEOUT_MS).unref();
      return end(...args);
    }) as typeof this.end;
  }

  /** Closes the connection immediately, without a terminate message. */
  cut(): void {
    this.connection.stream.destroy();
  }

  /** Cuts the connection; the pool then cuts its idle ones, which lead to the same server. */
  #lose(): void {
    this.emit('lost');
    this.cut();
  }

  async #requireReplicated(answer: Promise<unknown>): Promise<unknown> {
    let isAlone = false;
    const onNotice = ({ routine }: { routine: string | undefined }): void =>
      void (isAlone ||= routine === SYNC_WAIT_ROUTINE);
    this.on('notice', onNotice);
    try {
      const result = await answer;
      if (isAlone) throw new NotReplicated('the commit has not reached the standby');
      return result;
    } finally {
      this.off('notice', onNotice);
    }
  }

  #cutIfSilent(answer: Promise<unknown>): void {
    const limit = timeLeft(SILENCE_MS);
    if (limit === Infinity) return;
    const timer = setTimeout(() => this.#lose(), limit);
    const failed = (error: { code?: unknown }): void => {
      clearTimeout(timer);
      if (error.code === READ_ONLY) this.#lose();
    };
    answer.then(() => clearTimeout(timer), failed);
  }
}

/** Probes a connection that only listens, so that its death is noticed. Returns a function that stops the probes. */
export function startHeartbeat(client: pg.ClientBase): () => void {
  let isProbing = false;
  const probe = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    // a silent connection is cut, which its owner sees as `end`
    await withDeadline(PROBE_TIMEOUT_MS, () => client.query('select 1')).catch(() => undefined);
    isProbing = false;
  };
  const timer = setInterval(() => void probe(), PROBE_MS);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  client.once('end', stop);
  return stop;
}
