import { describe, expect, it } from 'vitest';
import { MAX_STONES, stackStones, tasksPerStone } from './cairnChart';

describe('stones', () => {
  it('stand for one task each if there is room', () => {
    expect(tasksPerStone([0, 3, 8])).toBe(1);
    expect(tasksPerStone([0, 0])).toBe(1);
  });

  it('stand for more where the greatest count needs it, and never overflow', () => {
    for (const greatest of [9, 16, 17, 100, 4321]) {
      const per = tasksPerStone([1, greatest]);
      expect(stackStones(greatest, per)).toBeLessThanOrEqual(MAX_STONES);
      expect(stackStones(1, per)).toBe(1);
      expect(stackStones(0, per)).toBe(0);
    }
  });
});
