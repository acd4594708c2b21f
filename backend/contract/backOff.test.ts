import { expect, it } from 'vitest';
import { backOff } from './backOff.js';

it('waits longer after each failure, up to ten seconds', () => {
  expect([0, 1, 2, 3, 20].map((failures) => backOff(failures, 1))).toEqual([1_600, 3_200, 6_400, 10_000, 10_000]);
});

it('spreads reconnects: of 300 clients at most a fifth try within the same 100 ms', () => {
  const moments = Array.from({ length: 300 }, () => backOff(0));
  const windows = new Map<number, number>();
  for (const ms of moments) windows.set(Math.floor(ms / 100), (windows.get(Math.floor(ms / 100)) ?? 0) + 1);
  expect(Math.max(...windows.values())).toBeLessThan(60);
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(200);
});
