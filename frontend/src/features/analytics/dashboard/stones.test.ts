import { describe, expect, it } from 'vitest';
import { MAX_STONES, stonesOf, tasksPerStone } from './stones';

describe('stones', () => {
  it('stand for one task each while there is room', () => {
    expect(tasksPerStone([0, 3, 8])).toBe(1);
    expect(tasksPerStone([0, 0])).toBe(1);
  });

  it('stand for more where the greatest count needs it, and never overflow', () => {
    for (const greatest of [9, 16, 17, 100, 4321]) {
      const per = tasksPerStone([1, greatest]);
      expect(stonesOf(greatest, per)).toBeLessThanOrEqual(MAX_STONES);
      expect(stonesOf(1, per)).toBe(1);
      expect(stonesOf(0, per)).toBe(0);
    }
  });
});
