import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fairQueue.js';

/** Records which jobs start, and ends them on request. */
class Bench {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly queue: FairQueue;

  constructor(workers: number, capacity: number) {
    this.queue = new FairQueue(workers, capacity);
  }

  add(caller: string, name: string, abandoned?: AbortSignal): void {
    const work = async (): Promise<void> => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
    };
    this.queue.run({ caller, abandoned }, work).catch(() => this.refused.push(name));
  }

  /** Ends the job that has run longest. */
  async end(): Promise<void> {
    this.#ends.shift()?.();
    await tick();
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end();
  }
}

describe('a fair queue', () => {
  it('runs as many jobs as it has workers, and callers take turns', async () => {
    const bench = new Bench(2, 10);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) bench.add('a', name);
    bench.add('b', 'b1');
    bench.add('b', 'b2');
    bench.add('c', 'c1');
    expect(bench.begun).toEqual(['a1', 'a2']);
    await bench.endAll();
    expect(bench.begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
    bench.add('a', 'a6');
    expect(bench.begun.at(-1)).toBe('a6');
  });

  it('refuses immediately when it is full: the newest job of the caller with the most jobs', async () => {
    const bench = new Bench(1, 3);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) bench.add('a', name);
    await tick();
    expect(bench.refused).toEqual(['a5']);
    bench.add('b', 'b1');
    bench.add('c', 'c1');
    bench.add('d', 'd1');
    await tick();
    expect(bench.refused).toEqual(['a5', 'a4', 'a3', 'd1']);
    await bench.endAll();
    expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('skips jobs of aborted requests', async () => {
    const bench = new Bench(1, 3);
    const gone = new AbortController();
    bench.add('a', 'a1', gone.signal);
    bench.add('a', 'a2', gone.signal);
    bench.add('b', 'b1');
    gone.abort();
    bench.add('a', 'a3', gone.signal);
    await bench.endAll();
    expect(bench.begun).toEqual(['a1', 'b1']);
    expect(bench.refused.toSorted()).toEqual(['a2', 'a3']);
  });

  it('starts the next job after a failure', async () => {
    const queue = new FairQueue(1, 3);
    const broken = queue.run({ caller: 'a' }, () => Promise.reject(new Error('broken')));
    const next = queue.run({ caller: 'a' }, () => Promise.resolve('done'));
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('refuses waiting and new jobs once it is closed', async () => {
    const bench = new Bench(1, 3);
    for (const name of ['a1', 'a2', 'a3']) bench.add('a', name);
    bench.queue.close();
    bench.add('b', 'b1');
    await bench.endAll();
    expect(bench.begun).toEqual(['a1']);
    expect(bench.refused.toSorted()).toEqual(['a2', 'a3', 'b1']);
  });
});
