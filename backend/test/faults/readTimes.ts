import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../support/client.js';

/** The times of a person's reads of their list in milliseconds, sorted. */
export class ReadTimes {
  readonly #sorted: number[];

  constructor(waits: readonly number[]) {
    this.#sorted = waits.toSorted((one, other) => one - other);
  }

  /** The wait that this share of them does not exceed. */
  at(share: number): number {
    return this.#sorted[Math.min(this.#sorted.length - 1, Math.floor(this.#sorted.length * share))] ?? Infinity;
  }

  get words(): string {
    const [median, most, longest] = [0.5, 0.99, 1].map((share) => this.at(share).toFixed(0));
    return `${this.#sorted.length} reads, median ${median} ms, 99th percentile ${most} ms, longest ${longest} ms`;
  }
}

/** Reads a person's tasks twenty times a second, for a time or until other work has ended. */
export async function measureReads(person: Person, until: number | Promise<unknown>): Promise<ReadTimes> {
  const over = new AbortController();
  void (typeof until === 'number' ? sleep(until) : until).finally(() => over.abort());
  const waits: number[] = [];
  while (!over.signal.aborted) {
    const since = performance.now();
    const { status } = await person.client.rest('get', '/tasks?limit=20');
    if (status !== 200) throw new Error(`the list answered ${status}`);
    waits.push(performance.now() - since);
    await sleep(50);
  }
  return new ReadTimes(waits);
}
