import { unavailable } from '../platform/lib/errors.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { Turn } from '../platform/lib/passwords.js';
import { type Context, requireViewer } from './context.js';

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** Labels of the queue's metrics. */
interface Measured {
  name: string;
  metrics: Metrics;
}

/** The turn of the viewer of a request. */
export const turnOf = (ctx: Context): Turn => ({
  caller: requireViewer(ctx).userId,
  abandoned: ctx.caller?.abandoned,
});

/**
 * A queue with a limited number of workers that serves callers in turn. When it is full, it refuses the newest job of
 * the caller with the most jobs, so that a caller who floods the queue harms only themselves.
 */
export class FairQueue {
  /** Waiting jobs by caller, in the order of the callers' turns. No array is empty. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #workers: number;
  readonly #capacity: number;
  readonly #measured: Measured | undefined;
  #busy = 0;
  #waiting = 0;
  #closed = false;

  /** Runs up to `workers` jobs at a time and queues up to `capacity` more. */
  constructor(workers: number, capacity: number, measured?: Measured) {
    this.#workers = workers;
    this.#capacity = capacity;
    this.#measured = measured;
    measured?.metrics.watchLine(measured.name, () => this.#waiting);
  }

  /** Runs a job when its turn comes. Throws UNAVAILABLE if the queue is full or the request was aborted. */
  async run<T>({ caller, abandoned }: Turn, work: () => Promise<T>): Promise<T> {
    if (abandoned?.aborted || this.#closed) throw unavailable();
    if (this.#busy >= this.#workers) await this.#wait(caller, abandoned);
    else this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Refuses waiting and future jobs. */
  close(): void {
    this.#closed = true;
    for (const [caller, line] of this.#lines) while (line.length > 0) this.#refuse(caller, line[0]);
  }

  async #wait(caller: string, abandoned: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve, refuse: reject };
    const leave = (): void => this.#refuse(caller, waiting);
    const line = this.#lines.get(caller);
    if (line) line.push(waiting);
    else this.#lines.set(caller, [waiting]);
    this.#waiting += 1;
    abandoned?.addEventListener('abort', leave);
    const since = performance.now();
    this.#evict();
    try {
      await promise;
      this.#measured?.metrics.waits.observe({ line: this.#measured.name }, (performance.now() - since) / 1000);
    } finally {
      abandoned?.removeEventListener('abort', leave);
    }
  }

  #evict(): void {
    if (this.#waiting <= this.#capacity) return;
    const lines = [...this.#lines];
    // among callers with equally many jobs, the newest caller
    const [caller, line] = lines.reduce((longest, next) => (next[1].length >= longest[1].length ? next : longest));
    this.#measured?.metrics.limitsMet.inc({ limit: `${this.#measured.name}Queue` });
    this.#refuse(caller, line.at(-1));
  }

  #refuse(caller: string, waiting: Waiting | undefined): void {
    const line = this.#lines.get(caller);
    const place = waiting && line ? line.indexOf(waiting) : -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(caller);
    waiting?.refuse(unavailable('The server is busy, please try again', 2));
  }

  /** Starts the next caller's job and moves that caller to the end of the queue. */
  #next(): void {
    const [first] = this.#lines;
    if (!first) {
      this.#busy -= 1;
      return;
    }
    const [caller, line] = first;
    const waiting = line.shift();
    this.#waiting -= 1;
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    waiting?.start();
  }
}
