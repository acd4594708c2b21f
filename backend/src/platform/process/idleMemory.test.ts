import { expect, it } from 'vitest';
import { releaseMemory, youngGenerationBytes } from './idleMemory.js';

const MB = 1024 * 1024;

it('returns the memory of the young generation that work has left, and nothing twice', () => {
  // what survives makes the young generation grow
  let kept: object[] = [];
  for (let n = 0; n < 4_000_000 && youngGenerationBytes() <= 40 * MB; n += 1) {
    kept.push({ n, text: String(n) });
    if (kept.length > 200_000) kept = [];
  }
  expect(youngGenerationBytes()).toBeGreaterThan(40 * MB);
  expect(releaseMemory()).toBe(true);
  expect(youngGenerationBytes()).toBeLessThan(32 * MB);
  expect(releaseMemory()).toBe(false);
});
