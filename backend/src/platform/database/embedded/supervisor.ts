import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedLog } from './embeddedLog.js';
import { freePort, type PostmasterOptions, startPostmaster, stopPostmaster } from './postmaster.js';

const START_ATTEMPTS = 5;
const RESTART_ATTEMPTS = 6;
const FIRST_DELAY_MS = 250;
const STEADY_MS = 60_000;

/** `down`: it ended unexpectedly and is being restarted; `up`: it answers again; `failed`: given up. */
export type EmbeddedState = 'down' | 'up' | 'failed';

interface Watcher {
  log: EmbeddedLog;
  onState?: (state: EmbeddedState) => void;
  /** Gives up the first start. */
  signal?: AbortSignal;
}

/** Restarts the server on the same port when it ends unexpectedly. */
export class Supervisor {
  private stopping = false;
  private child: ChildProcess;
  private upSince = Date.now();
  private attempts = 0;
  private restarting: Promise<void> | undefined;
  private readonly stopSignal = new AbortController();
  private readonly postmaster: PostmasterOptions;
  private readonly options: Watcher;

  private constructor(postmaster: PostmasterOptions, options: Watcher, child: ChildProcess) {
    this.postmaster = postmaster;
    this.options = options;
    this.child = this.watch(child);
  }

  static async start(postmaster: PostmasterOptions, options: Watcher): Promise<Supervisor> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return new Supervisor(postmaster, options, await startPostmaster(postmaster, options.signal));
      } catch (error) {
        // Another program can take the port first, and processes of a killed server can need a moment to end.
        const isTransient = /TCP\/IP sockets|address|shared memory block|lock file/i.test((error as Error).message);
        if (!isTransient || attempt === START_ATTEMPTS) throw error;
        await sleep(FIRST_DELAY_MS * 2 ** attempt);
        postmaster.port = await freePort();
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.stopSignal.abort();
    await this.restarting;
    const { dir, binaries, user } = this.postmaster;
    if (this.child.pid) await stopPostmaster({ pid: this.child.pid, dir, binaries, user });
  }

  private watch(child: ChildProcess): ChildProcess {
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      this.options.log.error(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}); restarting it.`);
      this.restarting = this.restart();
    });
    // It can have ended before this listener was added.
    if (child.exitCode !== null || child.signalCode !== null) child.emit('exit', child.exitCode, child.signalCode);
    return child;
  }

  private async restart(): Promise<void> {
    const { log, onState } = this.options;
    onState?.('down');
    // Only a server that ran for a while gets a new set of attempts.
    if (Date.now() - this.upSince > STEADY_MS) this.attempts = 0;
    while (this.attempts < RESTART_ATTEMPTS) {
      await sleep(FIRST_DELAY_MS * 2 ** this.attempts, undefined, { signal: this.stopSignal.signal }).catch(
        () => undefined,
      );
      if (this.stopping) return;
      this.attempts += 1;
      try {
        const child = await startPostmaster(this.postmaster, this.stopSignal.signal);
        this.upSince = Date.now();
        log.info(`PostgreSQL is running again after ${this.attempts} attempt${this.attempts === 1 ? '' : 's'}.`);
        this.child = child;
        onState?.('up');
        this.watch(child);
        return;
      } catch (error) {
        if (!this.stopping) log.error((error as Error).message);
      }
    }
    log.error(`PostgreSQL could not be restarted in ${RESTART_ATTEMPTS} attempts; giving up.`);
    onState?.('failed');
  }
}
