import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backups/backupError.js';
import { EmbeddedError } from './db/embedded/embeddedError.js';
import { SchemaTooNew } from './db/migrate.js';
import { DatabaseUnreachable } from './db/waitForDatabase.js';
import { type Env, EnvError, readEnv } from './env.js';
import { createLogger, type Logger } from './kernel/logger.js';

const NODE_MINIMUM = [22, 18] as const;
/** After this long a stop no longer waits for anybody: supervisors kill after ten seconds. */
const STOP_MS = 9_800;
/** After this long the database is stopped under whoever is still served; it takes a second. */
const PATIENCE_MS = 8_000;
/** A start that is told to stop may go on for so long until it has something to close. */
const START_MS = 3_000;

/** Something to close. The newest is closed first. */
export type Closer = () => Promise<void>;

/** One program's life: what it has opened, and how it ends. */
export interface Life {
  env: Env;
  log: Logger;
  opened: (close: Closer) => void;
  /** What comes before all is closed when it is told to stop; takes DRAIN_SECONDS. */
  beforeStop: (leave: (ms: number) => Promise<void>) => void;
  /** Aborted when it is told to stop: an errand that is under way gives up. */
  told: AbortSignal;
  /** Closes everything and ends the process. */
  end: (code: number) => void;
}

function checkRuntime(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1])) return;
  throw new EnvError(
    `Node.js ${NODE_MINIMUM.join('.')} or newer is needed, this is ${process.versions.node}: start with "npm start", which brings its own`,
  );
}

/** One line for what the person at the terminal can mend; undefined for a defect. */
function explain(error: unknown): string | undefined {
  const known = [EnvError, EmbeddedError, DatabaseUnreachable, SchemaTooNew, BackupError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === 'EADDRINUSE') return 'PORT is taken: another program listens there';
  if (code === 'EACCES') return 'PORT or DATA_DIR may not be used by this user';
  if (code === '28P01' || code === '28000' || code === '3D000') return `DATABASE_URL is refused: ${message}`;
  return undefined;
}

async function closeAll(log: Logger, closers: Closer[]): Promise<void> {
  const patience = sleep(PATIENCE_MS);
  while (closers.length > 0) {
    const close = closers.shift() as Closer;
    const closed = close().catch((error: unknown) => log.error({ err: error }, 'stop'));
    // what was opened first is the database: it is stopped in any case, or it would live on without us
    await (closers.length > 0 ? Promise.race([closed, patience]) : closed);
  }
}

/** How a program speaks of its end. */
interface Words {
  /** What stands before the one line that says why it failed. */
  failed: string;
  /** The exit code when it is told to stop: a server has done its work, an errand has not. */
  told: number;
}

const OF_SERVERS: Words = { failed: 'Cairn cannot start', told: 0 };

/**
 * Runs a program: reads the settings, starts it, ends it in order at SIGTERM or SIGINT, and explains in one line on stderr,
 * with exit code 1, why it cannot start.
 */
export async function live(start: (life: Life) => Promise<void>, words: Words = OF_SERVERS): Promise<void> {
  const closers: Closer[] = [];
  let log: Logger | undefined;
  let ending = false;
  let started: Promise<void> = Promise.resolve();
  let leave: ((ms: number) => Promise<void>) | undefined;
  let drainMs = 0;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    const leavingMs = leave && told.signal.aborted ? drainMs : 0;
    setTimeout(() => process.exit(code), leavingMs + STOP_MS);
    // what a start that is under way still opens (the database above all) must be closed, too
    const settled = Promise.race([started.catch(() => undefined), sleep(START_MS)]);
    const left = settled.then(() => (leavingMs > 0 ? leave?.(leavingMs) : undefined));
    void left.then(() => log && closeAll(log, closers)).finally(() => process.exit(code));
  };
  const told = new AbortController();
  const stop = (): void => {
    told.abort();
    end(words.told);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // A promise that fails with nobody waiting, as the job library's word to a database that is just going away: told of,
  // and no reason to end everybody's requests and sockets.
  process.on('unhandledRejection', (error) => log?.error({ err: error }, 'a promise failed that nobody waited for'));
  try {
    checkRuntime();
    const env = readEnv(process.env);
    log = createLogger(env.logLevel);
    drainMs = env.drainSeconds * 1_000;
    const opened = (close: Closer): void => void closers.unshift(close);
    started = start({ env, log, opened, beforeStop: (first) => (leave = first), told: told.signal, end });
    await started;
  } catch (error) {
    if (ending) return;
    const line = explain(error);
    if (line) console.error(`${words.failed}: ${line}`);
    else if (log) log.fatal({ err: error }, 'cannot start');
    else console.error(error);
    end(1);
  }
}
