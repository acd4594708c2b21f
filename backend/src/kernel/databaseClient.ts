import pg from 'pg';
import { timeLeft, withDeadline } from './deadline.js';

/** A database that is there answers the first words of a connection within this time. */
const CONNECT_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;
/** How long the database itself lets a statement run, and how long we wait to be told of it. */
export const STATEMENT_MS = 8_000;
const SILENCE_MS = STATEMENT_MS + 500;
/** How long the other end may take to say goodbye. */
const GOODBYE_MS = 1_000;
/** How often a connection that waits to be told something is asked whether it lives, and how long it may think. */
const ASK_MS = 4_000;
export const SIGN_OF_LIFE_MS = 4_000;

/** The connection leads to a database that takes no writes: to a standby, or to what was the primary. */
const READ_ONLY = '25006';
/** Where PostgreSQL says that it has given up waiting for a standby: what was committed is on this machine alone. */
const GAVE_UP_STANDBY = 'SyncRepWaitForLSN';

/**
 * A commit that only the primary has: another one that takes its place may not know of it. So it counts as one of which
 * nobody knows whether it was done, and a repeat under the same key finds what is there.
 */
class NotReplicated extends Error {
  readonly code = '08006';
}

type Ask = (...args: unknown[]) => unknown;

/** Whoever asks brings no callback, and no query of their own making (COPY, a cursor). */
function answersByPromise(args: readonly unknown[]): boolean {
  const [config] = args;
  const { submit, callback } = (config ?? {}) as { submit?: unknown; callback?: unknown };
  return typeof submit !== 'function' && typeof callback !== 'function' && typeof args.at(-1) !== 'function';
}

/**
 * The promise of an answer. The library's own is tied to its query, and so to the rows: nearly all that was ever read outlived
 * two collections of young objects and was carried into the old ones, at a fifth of the processor's time of a list. Asked by a
 * callback, rows go when they are answered.
 */
const promised = (query: Ask, args: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    query(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
  }).catch((error: unknown) => {
    // as the library does: the stack leads to who asked, and not to a socket
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });

/**
 * A connection that is cut when it goes silent. A host that vanished, a firewall that forgot the connection or a server
 * that is frozen say nothing and close nothing: without this, whoever asked would wait until the kernel gives up, a
 * quarter of an hour. What was asked fails as on any connection that is lost.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      // a pool hides it from copies
      password: config.password,
      // of a pool's options this is how long one waits for a place in it
      connectionTimeoutMillis: CONNECT_MS,
    });
    const query = this.query.bind(this) as Ask;
    this.query = ((...args: unknown[]) => {
      if (!answersByPromise(args)) return query(...args);
      const answer = promised(query, args);
      this.#cutIfSilent(answer);
      return args[0] === 'commit' || (args[0] as pg.QueryConfig)?.text === 'commit' ? this.#replicated(answer) : answer;
    }) as typeof this.query;
    const end = this.end.bind(this) as (...args: unknown[]) => unknown;
    this.end = ((...args: unknown[]) => {
      setTimeout(() => this.cut(), GOODBYE_MS).unref();
      return end(...args);
    }) as typeof this.end;
  }

  /** Ends the connection at once, without a word to the other end. */
  cut(): void {
    this.connection.stream.destroy();
  }

  /** What it leads to does not serve (any more): so do others that were made with it. */
  #lose(): void {
    this.emit('lost');
    this.cut();
  }

  async #replicated(answer: Promise<unknown>): Promise<unknown> {
    let isAlone = false;
    const hear = ({ routine }: { routine: string | undefined }): void => void (isAlone ||= routine === GAVE_UP_STANDBY);
    this.on('notice', hear);
    try {
      const result = await answer;
      if (isAlone) throw new NotReplicated('the commit has not reached the standby');
      return result;
    } finally {
      this.off('notice', hear);
    }
  }

  #cutIfSilent(answer: Promise<unknown>): void {
    const patience = timeLeft(SILENCE_MS);
    if (patience === Infinity) return;
    const timer = setTimeout(() => this.#lose(), patience);
    const failed = (error: { code?: unknown }): void => {
      clearTimeout(timer);
      if (error.code === READ_ONLY) this.#lose();
    };
    answer.then(() => clearTimeout(timer), failed);
  }
}

/** Asks a connection that only listens for signs of life, so that its death is noticed. Answers how to stop. */
export function keepAsking(client: pg.ClientBase): () => void {
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    // who gives none is cut, which its owner hears of
    await withDeadline(SIGN_OF_LIFE_MS, () => client.query('select 1')).catch(() => undefined);
    asking = false;
  };
  const timer = setInterval(() => void ask(), ASK_MS);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  client.once('end', stop);
  return stop;
}
