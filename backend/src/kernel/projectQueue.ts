import { unavailable } from './errors.js';
import type { Metrics } from './eyes/metrics.js';

/** How many commands of one project may wait, and how long one waits at the most. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 8_000;

/**
 * Commands of one project wait here for each other *before* they take a connection. Without it the writers of one busy
 * project hold every connection of the pool while they wait for its row lock, and readers of other projects starve.
 */
export class ProjectQueue {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, number>();
  readonly #metrics: Metrics | undefined;
  readonly #maxWaitMs: number;
  #inLine = 0;

  /** `maxWaitMs`: of tests. */
  constructor(metrics?: Metrics, maxWaitMs = MAX_WAIT_MS) {
    this.#metrics = metrics;
    this.#maxWaitMs = maxWaitMs;
    metrics?.watchLine('project', () => this.#inLine);
  }

  /**
   * Runs `work` when every command registered earlier for any of these projects has ended. All projects are registered
   * in one synchronous step, so two commands can never wait for each other. UNAVAILABLE when too many wait or too long.
   */
  async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const ids = [...new Set(projectIds)];
    if (ids.some((id) => (this.#waiting.get(id) ?? 0) >= MAX_WAITING)) throw this.#refusal();
    const earlier = ids.flatMap((id) => this.#tails.get(id) ?? []);
    let release: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (release = resolve));
    for (const id of ids) {
      this.#tails.set(id, mine);
      this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    }
    const myTurn = Promise.all(earlier).then(() => undefined);
    try {
      if (earlier.length > 0) await this.#wait(myTurn);
      return await work();
    } finally {
      // A command that gave up passes its turn on only after those before it have ended.
      void myTurn.then(() => {
        release();
        for (const id of ids) this.#leave(id, mine);
      });
    }
  }

  /** Waits for one's turn; UNAVAILABLE as soon as that takes too long, whatever is before it. */
  async #wait(myTurn: Promise<void>): Promise<void> {
    this.#inLine += 1;
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), this.#maxWaitMs)));
    try {
      if (await Promise.race([myTurn, tooLong])) throw this.#refusal();
    } finally {
      clearTimeout(timer);
      this.#inLine -= 1;
      this.#metrics?.waits.observe({ line: 'project' }, (performance.now() - since) / 1000);
    }
  }

  #refusal(): Error {
    this.#metrics?.limitsMet.inc({ limit: 'projectQueue' });
    return unavailable();
  }

  #leave(id: string, mine: Promise<void>): void {
    const left = (this.#waiting.get(id) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(id);
    else this.#waiting.set(id, left);
    if (this.#tails.get(id) === mine) this.#tails.delete(id);
  }
}
