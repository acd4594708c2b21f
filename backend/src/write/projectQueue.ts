import { unavailable } from '../platform/lib/errors.js';
import type { Metrics } from '../platform/telemetry/metrics.js';

/** Limits for the waiting commands of one project. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 8_000;

/**
 * Commands of one project wait here *before* they take a connection. Otherwise the writers of one busy project would occupy
 * the whole pool while they wait for its row lock, and readers of other projects would starve.
 */
export class ProjectQueue {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, number>();
  readonly #metrics: Metrics | undefined;
  readonly #maxWaitMs: number;
  #inLine = 0;

  /** Tests set `maxWaitMs`. */
  constructor(metrics?: Metrics, maxWaitMs = MAX_WAIT_MS) {
    this.#metrics = metrics;
    this.#maxWaitMs = maxWaitMs;
    metrics?.watchLine('project', () => this.#inLine);
  }

  /**
   * Runs `work` after all commands registered earlier for any of these projects. All projects are registered in one
   * synchronous step, so commands cannot deadlock. Throws UNAVAILABLE if too many wait or the wait is too long.
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
      // A command that gave up releases its place only after the commands before it have ended.
      void myTurn.then(() => {
        release();
        for (const id of ids) this.#leave(id, mine);
      });
    }
  }

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
