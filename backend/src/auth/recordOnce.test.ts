import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { recordOnce } from './recordOnce.js';

/** A write that takes a moment, and how often it was done. */
function counter() {
  const done = { writes: 0 };
  const write = async (): Promise<void> => {
    await sleep(5);
    done.writes += 1;
  };
  return { done, write };
}

it('writes once for requests that come together, and all of them wait for it', async () => {
  const [key, { done, write }] = [randomUUID(), counter()];
  const seen = await Promise.all([1, 2, 3].map(() => recordOnce(key, write).then(() => done.writes)));
  expect(seen).toEqual([1, 1, 1]);
  await recordOnce(key, write);
  expect(done.writes).toBe(2);
});

it('writes for each session, token and account', async () => {
  const { done, write } = counter();
  await Promise.all([randomUUID(), randomUUID()].map((key) => recordOnce(key, write)));
  expect(done.writes).toBe(2);
});

it('tries again after a failure', async () => {
  const [key, { done, write }] = [randomUUID(), counter()];
  await expect(recordOnce(key, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  await recordOnce(key, write);
  expect(done.writes).toBe(1);
});
