import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from '../lib/backupError.js';
import { ObjectStoreError } from '../objects/s3.js';
import { EmbeddedError } from '../database/embedded/embeddedError.js';
import { SchemaTooNew } from './migrate.js';
import { DatabaseUnreachable } from '../database/waitForDatabase.js';
import { type Env, EnvError, readEnv } from '../../env.js';
import { createLogger, type Logger } from '../telemetry/logger.js';

const NODE_MINIMUM = [22, 18] as const;
/** The maximum duration of a stop, because supervisors kill after ten seconds. */
const STOP_MS = 9_800;
/** This long after the signal and the drain, the database is stopped despite running requests, which takes a second. */
const CLOSE_MS = 8_000;
/** How long a stop waits for a start in progress, so that it can close the resources that the start opens. */
const START_MS = 3_000;

/** Closes one resource. The newest is closed first. */
export type Closer = () => Promise<void>;

/** A running program: its settings, the resources it has opened, and how it ends. */
export interface ProcessContext {
  env: Env;
  log: Logger;
  onClose: (close: Closer) => void;
  /** Runs before anything is closed after a stop signal; lasts DRAIN_SECONDS. */
  beforeStop: (leave: (ms: number) => Promise<void>) => void;
  /** Aborted by a stop signal, so that a running task gives up. */
  stopSignal: AbortSignal;
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

/** Returns one line for an error that the operator can fix; undefined for a defect. */
function explain(error: unknown): string | undefined {
  const known = [EnvError, EmbeddedError, DatabaseUnreachable, SchemaTooNew, BackupError, ObjectStoreError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === 'EADDRINUSE') return 'PORT is taken: another program listens there';
  if (code === 'EACCES') return 'PORT or DATA_DIR may not be used by this user';
  if (code === '42501') return `DATABASE_URL is refused: ${message}. Its user must own the database`;
  return undefined;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

async function closeAll(log: Logger, closers: Closer[], timeout: Promise<unknown>): Promise<void> {
  while (closers.length > 0) {
    const close = closers.shift() as Closer;
    const closed = close().catch((error: unknown) => log.error({ err: error }, 'stop'));
    // the last one is the database: always wait for it, or it would outlive this process
    await (closers.length > 0 ? Promise.race([closed, timeout]) : closed);
  }
}

/** How a program reports its end. */
interface ExitOptions {
  /** The prefix of the line that says why it failed. */
  failed: string;
  /** The exit code after a stop signal: 0 for a server, not 0 for an unfinished task. */
  stopped: number;
}

const SERVER_EXIT: ExitOptions = { failed: 'Cairn cannot start', stopped: 0 };

/**
 * Runs a program: reads the settings, starts it, and closes it in order at SIGTERM, SIGINT or SIGHUP. If it cannot start,
 * prints one line to stderr and exits with code 1.
 */
export async function runProcess(
  start: (context: ProcessContext) => Promise<void>,
  exit: ExitOptions = SERVER_EXIT,
): Promise<void> {
  const closers: Closer[] = [];
  let log: Logger | undefined;
  let ending = false;
  let started: Promise<void> = Promise.resolve();
  let leave: ((ms: number) => Promise<void>) | undefined;
  let drainMs = 0;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    const leavingMs = leave && stopping.signal.aborted ? drainMs : 0;
    setTimeout(() => process.exit(code), leavingMs + STOP_MS);
    // begins now, because the wait for a start in progress is part of this time
    const timeout = sleep(leavingMs + CLOSE_MS);
    // resources that a start in progress still opens, above all the database, must be closed, too
    const settled = Promise.race([started.catch(() => undefined), sleep(START_MS)]);
    const drained = settled.then(() => (leavingMs > 0 ? leave?.(leavingMs) : undefined));
    void drained.then(() => log && closeAll(log, closers, timeout)).finally(() => process.exit(code));
  };
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    end(exit.stopped);
  };
  // SIGHUP: the terminal was closed. Without a stop, the database would run on.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  // An unhandled rejection, such as the job library's message to a database that shuts down, is logged; it must not end all
  // requests and sockets.
  process.on('unhandledRejection', (error) => log?.error({ err: error }, 'unhandled promise rejection'));
  try {
    checkRuntime();
    const env = readEnv(process.env);
    log = createLogger(env.logLevel);
    drainMs = env.drainSeconds * 1_000;
    const onClose = (close: Closer): void => void closers.unshift(close);
    started = start({ env, log, onClose, beforeStop: (first) => (leave = first), stopSignal: stopping.signal, end });
    await started;
  } catch (error) {
    if (ending) return;
    const line = explain(error);
    console.error(`${exit.failed}: ${line ?? firstLine(error)}`);
    // a defect, with its stack
    if (!line) {
      if (log) log.fatal({ err: error }, exit.failed);
      else console.error(error);
    }
    end(1);
  }
}
