import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = process.getuid?.() === 0;
/** Below the ports that the system gives to connections: what is killed and started again shall find its own free. */
const PORTS = { from: 15_000, to: 30_000 };
const STOP_MS = 20_000;

/** How to run a program. */
export interface PartOptions {
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** The user for programs that refuse to run as root, if this process is root. */
  user?: string;
  folder: string;
}

/** One program of the cluster: it can be killed, frozen and started again. What it says goes into a file. */
export class Part {
  readonly #options: PartOptions;
  /** What it runs; a newer version of it from the next start on. */
  command: PartOptions['command'];
  #child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    options: PartOptions,
  ) {
    this.#options = options;
    this.command = options.command;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  get #logFile(): string {
    return path.join(this.#options.folder, `${this.name}.log`);
  }

  start(): void {
    const { env = {}, user, folder } = this.#options;
    const as = root && user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'] : [];
    const [program = '', ...args] = [...as, ...this.command];
    const out = openSync(this.#logFile, 'a');
    this.#child = spawn(program, args, {
      cwd: folder,
      // the folder is also the mark by which whatever is left at the end is found
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', CAIRN_CLUSTER: folder, ...env },
      stdio: ['ignore', out, out],
    });
    this.#child.on('error', () => undefined);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running) this.#child?.kill(signal);
  }

  /** Tells it to stop; one that does not in time is killed. Answers its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.running || !this.#child) return this.#child?.exitCode ?? null;
    const ended = once(this.#child, 'exit');
    this.signal(signal);
    const late = setTimeout(() => this.signal('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
    return this.#child.exitCode;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Returns this many consecutive ports on which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return ports;
  }
}

/** Waits until something is so; says what it waited for when it does not come. Answers how long it took. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
  everyMs = 100,
): Promise<number> {
  const since = performance.now();
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    if (performance.now() - since > timeoutMs) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await sleep(everyMs);
  }
  return performance.now() - since;
}

/** A process and all below it. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(/\) \w (\d+)/.exec(stat)?.[1]));
    } catch {
      // it has ended meanwhile
    }
  }
  const family = [pid];
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}
