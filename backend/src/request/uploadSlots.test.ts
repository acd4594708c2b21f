import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KILOBYTE } from './cost.js';
import { IncompleteBody } from './incompleteBody.js';
import { UploadSlots } from './uploadSlots.js';

/** Uploads whose bytes and whose clock a test controls. */
class Bench {
  readonly ended: string[] = [];
  #at = 0;
  readonly #slots = new UploadSlots('files', () => this.#at);
  readonly #sends = new Map<string, (bytes: number | null) => void>();

  /** Begins an upload with a name, of the person whose name begins it. */
  async begin(name: string): Promise<void> {
    const sends = this.#sends;
    async function* body(): AsyncGenerator<Buffer> {
      for (;;) {
        const next = Promise.withResolvers<number | null>();
        sends.set(name, next.resolve);
        const bytes = await next.promise;
        if (bytes === null) return;
        yield Buffer.alloc(bytes);
      }
    }
    this.#slots
      .run(name.split('-')[0] ?? '', async (watch) => {
        let size = 0;
        for await (const chunk of watch(body())) size += chunk.length;
        return size;
      })
      .then(
        (size) => this.ended.push(`${name} has ${size}`),
        (error: unknown) => this.ended.push(`${name} ${error instanceof IncompleteBody ? 'gives way' : 'is refused'}`),
      );
    await tick();
  }

  /** The bytes of an upload arrive; null: its end. */
  async send(name: string, bytes: number | null): Promise<void> {
    this.#sends.get(name)?.(bytes);
    await tick();
  }

  pass(ms: number): void {
    this.#at += ms;
  }
}

async function fullBench(): Promise<Bench> {
  const bench = new Bench();
  for (let n = 0; n < 8; n += 1) for (const which of ['a', 'b']) await bench.begin(`p${n}-${which}`);
  return bench;
}

describe('slots of uploads', () => {
  it('are two of a person and sixteen in all', async () => {
    const bench = await fullBench();
    expect(bench.ended).toEqual([]);
    await bench.begin('p0-c');
    await bench.begin('new-a');
    expect(bench.ended.splice(0)).toEqual(['p0-c is refused', 'new-a is refused']);
    await bench.send('p3-a', null);
    await bench.begin('new-b');
    expect(bench.ended).toEqual(['p3-a has 0']);
  });

  it('are taken from the upload that is most behind, if all are taken', async () => {
    const bench = await fullBench();
    for (let second = 0; second < 20; second += 1) {
      bench.pass(1_000);
      for (let n = 0; n < 8; n += 1) {
        // 25 MB in a quarter of an hour are 29 kB a second
        await bench.send(`p${n}-a`, 40 * KILOBYTE);
        await bench.send(`p${n}-b`, n < 6 ? 40 * KILOBYTE : 9 - n);
      }
    }
    await bench.begin('new-a');
    await bench.begin('new-b');
    await bench.begin('other-a');
    expect(bench.ended).toEqual(['p7-b gives way', 'p6-b gives way', 'other-a is refused']);
    // what gave way can begin again when there is a slot
    await bench.send('new-a', null);
    await bench.begin('p7-b');
    expect(bench.ended.slice(3)).toEqual(['new-a has 0']);
  });

  it('stay with slow uploads as long as no one needs them, and with those that are fast again', async () => {
    const bench = new Bench();
    await bench.begin('slow-a');
    bench.pass(600_000);
    await bench.begin('slow-b');
    await bench.send('slow-a', 25_000 * KILOBYTE);
    for (let n = 0; n < 7; n += 1) for (const which of ['a', 'b']) await bench.begin(`p${n}-${which}`);
    bench.pass(9_000);
    await bench.begin('new-a');
    expect(bench.ended.splice(0)).toEqual(['new-a is refused']);
    await bench.send('slow-a', 1_000);
    await bench.send('slow-a', null);
    expect(bench.ended).toEqual(['slow-a has 25601000']);
  });
});
