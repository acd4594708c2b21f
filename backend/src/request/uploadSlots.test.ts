import { expect, it } from 'vitest';
import { UploadSlots } from './uploadSlots.js';

/** Begins an upload that ends when `end` is called. */
function begin(slots: UploadSlots, userId: string) {
  let end = (): void => undefined;
  const told = new Promise<void>((resolve) => (end = resolve));
  return { done: slots.run(userId, () => told), end };
}

it('runs two uploads of a person and sixteen of all at once, and another one when one ends', async () => {
  const slots = new UploadSlots('files');
  const refuses = (userId: string) =>
    expect(begin(slots, userId).done).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too many files at once, please try again',
    });
  const [first, second] = [begin(slots, 'mara'), begin(slots, 'mara')];
  await refuses('mara');
  const others = Array.from({ length: 14 }, (_, n) => begin(slots, `person ${n}`));
  await refuses('jon');
  first.end();
  await first.done;
  const last = begin(slots, 'jon');
  await refuses('mara');
  const running = [second, last, ...others];
  for (const { end } of running) end();
  await Promise.all(running.map(({ done }) => done));
});

it('has room again after uploads that failed', async () => {
  const slots = new UploadSlots('files');
  for (let n = 0; n < 3; n += 1) {
    await expect(slots.run('mara', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  }
});
