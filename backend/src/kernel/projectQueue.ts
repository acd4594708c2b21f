import { unavailable } from './errors.js';

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

  /**
   * Runs `work` when every command registered earlier for any of these projects has ended. All projects are registered
   * in one synchronous step, so two commands can never wait for each other. UNAVAILABLE when too many wait or too long.
   */
  async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const ids = [...new Set(projectIds)];
    if (ids.some((id) => (this.#waiting.get(id) ?? 0) >= MAX_WAITING)) throw unavailable();
    const earlier = ids.map((id) => this.#tails.get(id) ?? Promise.resolve());
    let release: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (release = resolve));
    for (const id of ids) {
      this.#tails.set(id, mine);
      this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    }
    const since = performance.now();
    try {
      await Promise.all(earlier);
      if (performance.now() - since > MAX_WAIT_MS) throw unavailable();
      return await work();
    } finally {
      // A command that gave up passes its turn on only after those before it: the promise it waited for has settled.
      release();
      for (const id of ids) this.#leave(id, mine);
    }
  }

  #leave(id: string, mine: Promise<void>): void {
    const left = (this.#waiting.get(id) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(id);
    else this.#waiting.set(id, left);
    if (this.#tails.get(id) === mine) this.#tails.delete(id);
  }
}
