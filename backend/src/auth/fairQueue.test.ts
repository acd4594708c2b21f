import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fairQueue.js';

/** Work that notes when it begins and ends when it is told. */
class Bench {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly queue: FairQueue;

  constructor(hands: number, places: number) {
    this.queue = new FairQueue(hands, places);
  }

  add(caller: string, name: string, gone?: AbortSignal): void {
    const work = async (): Promise<void> => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
    };
    this.queue.run({ caller, gone }, work).catch(() => this.refused.push(name));
  }

  /** Ends what runs longest. */
  async end(): Promise<void> {
    this.#ends.shift()?.();
    await tick();
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end();
  }
}

describe('the queue of hashes', () => {
  it('works with as many hands as it has, and callers take turns', async () => {
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

  it('refuses at once what has no place: who asks for most gives way, the latest first', async () => {
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

  it('does not work for who has gone', async () => {
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

  it('hands on after a failure', async () => {
    const queue = new FairQueue(1, 3);
    const broken = queue.run({ caller: 'a' }, () => Promise.reject(new Error('broken')));
    const next = queue.run({ caller: 'a' }, () => Promise.resolve('done'));
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('refuses all that waits when it closes, and what comes', async () => {
    const bench = new Bench(1, 3);
    for (const name of ['a1', 'a2', 'a3']) bench.add('a', name);
    bench.queue.close();
    bench.add('b', 'b1');
    await bench.endAll();
    expect(bench.begun).toEqual(['a1']);
    expect(bench.refused.toSorted()).toEqual(['a2', 'a3', 'b1']);
  });
});
