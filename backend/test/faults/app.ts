import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../src/platform/database/embedded/postmaster.js';
import { built, buildServer, type Program, run } from '../support/builtProgram.js';

export const SECRET = 'a secret for tests that is long enough';

/** The compiled app as a process of its own, which can be killed and started again at the same address. */
export class App {
  readonly url: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #env: Record<string, string>;
  #program: Program | undefined;

  private constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir;
    this.#port = port;
    this.#env = env;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Prepares one; nothing runs yet. Without a DATABASE_URL it brings its own database, in `folder` if one is given. */
  static async make(env: Record<string, string> = {}, folder?: string): Promise<App> {
    await buildServer();
    return new App(folder ?? mkdtempSync(path.join(tmpdir(), 'cairn-fault-')), await freePort(), env);
  }

  get program(): Program {
    if (!this.#program) throw new Error('the app was not started');
    return this.#program;
  }

  get pid(): number {
    return this.program.child.pid ?? 0;
  }

  /** Starts the program without waiting for it. */
  spawn(): Program {
    this.#program = run(built('main'), {
      DATA_DIR: this.dataDir,
      PORT: String(this.#port),
      JWT_SECRET: SECRET,
      SECRET_KEY: SECRET,
      RATE_LIMIT: 'off',
      ...this.#env,
    });
    return this.#program;
  }

  async start(): Promise<void> {
    await this.spawn().line((line) => line.includes('is ready at'));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | NodeJS.Signals | null> {
    this.program.child.kill(signal);
    return this.program.ended;
  }

  /** The process of its own database. */
  postmaster(): number {
    return Number(readFileSync(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** A connection to its own database, past the app. */
  async database(): Promise<pg.Client> {
    const port = Number(readFileSync(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]);
    const password = readFileSync(path.join(this.dataDir, 'postgres.password'), 'utf8').trim();
    const db = new pg.Client({ host: '127.0.0.1', port, user: 'cairn', database: 'cairn', password });
    // it may be stopped under it
    db.on('error', () => undefined);
    await db.connect();
    return db;
  }

  /** The database's process and all that it has forked. */
  databaseProcesses(): number[] {
    const postmaster = this.postmaster();
    return [postmaster, ...childrenOf(postmaster)];
  }

  /** Ends everything, whatever state it is in. */
  async remove(): Promise<void> {
    const running = this.#program;
    if (running && running.child.exitCode === null && running.child.signalCode === null) {
      running.child.kill('SIGTERM');
      await Promise.race([running.ended, sleep(12_000)]);
      running.child.kill('SIGKILL');
    }
    try {
      process.kill(this.postmaster(), 'SIGQUIT');
      await sleep(300);
    } catch {
      // it has none, or it is gone
    }
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Sends a signal to processes, as far as they still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended meanwhile
    }
  }
}
