import { unavailable } from '../kernel/errors.js';
import type { Metrics } from '../kernel/eyes/metrics.js';
import type { Turn } from '../kernel/passwords.js';

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** What it is called where it is measured. */
interface Measured {
  name: string;
  metrics: Metrics;
}

/**
 * Work for few hands: callers take turns, each with its own in order. When too much waits, the caller with most of it
 * gives way: somebody who floods the queue is refused, and nobody else.
 */
export class FairQueue {
  /** By caller, in the order of their turns; nobody's line is empty. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #hands: number;
  readonly #places: number;
  readonly #measured: Measured | undefined;
  #busy = 0;
  #closed = false;

  /** `hands` work at once, `places` wait. */
  constructor(hands: number, places: number, measured?: Measured) {
    this.#hands = hands;
    this.#places = places;
    this.#measured = measured;
    measured?.metrics.watchLine(measured.name, () => this.#waiting());
  }

  /** Runs when it is its turn. UNAVAILABLE when there is no place, or nobody waits for it any more. */
  async run<T>({ caller, gone }: Turn, work: () => Promise<T>): Promise<T> {
    if (gone?.aborted || this.#closed) throw unavailable();
    if (this.#busy >= this.#hands) await this.#wait(caller, gone);
    else this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Refuses whatever waits, and what comes. */
  close(): void {
    this.#closed = true;
    for (const [caller, line] of this.#lines) while (line.length > 0) this.#refuse(caller, line[0]);
  }

  async #wait(caller: string, gone: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve, refuse: reject };
    const leave = (): void => this.#refuse(caller, waiting);
    const line = this.#lines.get(caller);
    if (line) line.push(waiting);
    else this.#lines.set(caller, [waiting]);
    gone?.addEventListener('abort', leave);
    const since = performance.now();
    this.#makeRoom();
    try {
      await promise;
      this.#measured?.metrics.waits.observe({ line: this.#measured.name }, (performance.now() - since) / 1000);
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }

  #waiting(): number {
    let count = 0;
    for (const line of this.#lines.values()) count += line.length;
    return count;
  }

  #makeRoom(): void {
    const lines = [...this.#lines];
    if (this.#waiting() <= this.#places) return;
    // of lines of one length the latest: whoever has just come
    const [caller, line] = lines.reduce((longest, next) => (next[1].length >= longest[1].length ? next : longest));
    this.#measured?.metrics.limitsMet.inc({ limit: `${this.#measured.name}Queue` });
    this.#refuse(caller, line.at(-1));
  }

  #refuse(caller: string, waiting: Waiting | undefined): void {
    const line = this.#lines.get(caller);
    const place = waiting && line ? line.indexOf(waiting) : -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(caller);
    waiting?.refuse(unavailable('Too many sign-ins at once, please try again', 2));
  }

  /** Hands are free: whose turn it is works next, and the caller's others wait for a round. */
  #next(): void {
    const [first] = this.#lines;
    if (!first) {
      this.#busy -= 1;
      return;
    }
    const [caller, line] = first;
    const waiting = line.shift();
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    waiting?.start();
  }
}
