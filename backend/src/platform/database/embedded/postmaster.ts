import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Binaries } from './binaries.js';
import { EmbeddedError } from './embeddedError.js';
import type { RunAs } from './osUser.js';

const run = promisify(execFile);
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const FAST_STOP_MS = 6_000;
const READY_MS = 120_000;
/** SQLSTATE cannot_connect_now: the server recovers after a crash, which takes long on a slow disk. */
const STARTING_UP = '57P03';

export interface PostmasterOptions {
  dir: string;
  binaries: Binaries;
  user: RunAs;
  port: number;
  password: string;
  role: string;
  logFile: string;
  settings: Record<string, string>;
}

/** The environment for PostgreSQL's processes, without its own variables (PGDATA, PGOPTIONS …) and our secrets. */
export function bareEnv(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT'];
  const env: NodeJS.ProcessEnv = { LC_MESSAGES: 'C' };
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Starts PostgreSQL and resolves when it answers queries; `signal` stops it until then. */
export async function startPostmaster(options: PostmasterOptions, signal?: AbortSignal): Promise<ChildProcess> {
  const { dir, binaries, user, port, logFile } = options;
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    timezone: 'UTC',
    lc_messages: 'C',
    // on SSDs and for cached pages, random reads cost about as much as sequential ones
    random_page_cost: '1.1',
    ...options.settings,
  };
  const args = ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  // A separate process group: Ctrl-C in a terminal reaches only the app, which stops its database last.
  const child = spawn(binaries.postgres, args, {
    ...user,
    cwd: dir,
    env: bareEnv(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const ended = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  // An immediate shutdown is always safe, even during recovery. The attempt to connect can wait for longer than a stop.
  const quit = (): void => void (ended() || child.kill('SIGQUIT'));
  signal?.addEventListener('abort', quit);
  try {
    await waitUntilReady(options, () => ended() || signal?.aborted === true);
  } catch (error) {
    quit();
    const reason = failure?.message ?? lastFatal(logFile, logStart) ?? (error as Error).message;
    throw new EmbeddedError(`PostgreSQL did not start: ${reason} (see ${logFile}).`);
  } finally {
    signal?.removeEventListener('abort', quit);
  }
  return child;
}

/** Resolves when a query is answered, also after a long crash recovery. */
async function waitUntilReady({ port, password, role }: PostmasterOptions, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: role, password, database: 'postgres' });
    // the query reports a broken connection; without a listener it would end the process
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (hasEnded()) throw new Error('it ended immediately or was stopped', { cause: error });
      const code = String((error as { code?: string }).code);
      // a recovery that is stopped begins again at the next start; class 28: authentication failed, waiting does not help
      if (code.startsWith('28') || (code !== STARTING_UP && performance.now() > deadline)) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(25);
  }
}

/** Stops a server by its pid: fast, then immediate, then by SIGKILL. Resolves when it has ended. */
export async function stopPostmaster(target: {
  pid: number;
  dir: string;
  binaries: Binaries;
  user: RunAs;
}): Promise<void> {
  const { pid, dir, binaries, user } = target;
  const request = async (mode: 'fast' | 'immediate') => {
    if (process.platform !== 'win32') return void process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await run(binaries.pgCtl, ['stop', '-D', dir, '-m', mode, '-W'], { ...user, env: bareEnv() }).catch(
      () => undefined,
    );
  };
  const steps = [() => request('fast'), () => request('immediate'), () => void process.kill(pid, 'SIGKILL')];
  for (const step of steps) {
    if (!isAlive(pid)) return;
    try {
      await step();
    } catch {
      // It ended before the signal.
    }
    const deadline = performance.now() + FAST_STOP_MS;
    while (isAlive(pid) && performance.now() < deadline) await sleep(20);
  }
}

/** Whether a process with this pid exists; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const stat = `/proc/${pid}/stat`;
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(stat, 'utf8'));
  } catch {
    return !existsSync('/proc/self/stat');
  }
}

/** Rotates PostgreSQL's log and keeps one older file. The running server appends to the file, so it is emptied. */
export function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

function lastFatal(logFile: string, from: number): string | undefined {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC/.test(text)) ?? lines.findLast((text) => text.trim() !== '');
  return line?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim();
}
