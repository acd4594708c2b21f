import { describe, expect, it } from 'vitest';
import { spreadLabels, isLabelShown, gridLines, createScale } from './scale';
import { isAllowedRange, readRange, writeRange } from './range';

describe('an axis', () => {
  it('has a few round lines, of whole numbers, and room for the greatest value', () => {
    for (const greatest of [0, 1, 2, 3, 7, 10, 11, 99, 100, 101, 1_234, 98_765]) {
      const scale = createScale(greatest);
      const lines = gridLines(scale);
      expect(scale.top, String(greatest)).toBeGreaterThanOrEqual(greatest);
      expect(lines.every(Number.isInteger), String(greatest)).toBe(true);
      expect(lines.length, String(greatest)).toBeGreaterThanOrEqual(2);
      expect(lines.length, String(greatest)).toBeLessThanOrEqual(6);
    }
  });

  it('names the last and a few others', () => {
    const named = (count: number): number[] =>
      Array.from({ length: count }, (_, index) => index).filter((index) => isLabelShown(index, count, 6));
    expect(named(4)).toEqual([0, 1, 2, 3]);
    expect(named(12)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(named(366).length).toBeLessThanOrEqual(6);
    expect(named(366).at(-1)).toBe(365);
  });

  it('keeps labels apart and inside', () => {
    expect(spreadLabels([10, 11, 12, 100], 16, 120)).toEqual([10, 26, 42, 100]);
    expect(
      spreadLabels([110, 115, 118, 120], 16, 120).every(
        (place, index, all) => place <= 120 && place - (all[index - 1] ?? 0) >= 16,
      ),
    ).toBe(true);
  });
});

describe('a range', () => {
  // a Sunday
  const now = new Date(2026, 10, 22, 12);
  const read = (search: string) => readRange(new URLSearchParams(search), now);

  it('consists of whole weeks up to today, twelve by default', () => {
    expect(read('')).toEqual({ name: 'weeks12', from: '2026-08-31', to: '2026-11-22' });
    expect(read('range=weeks4')).toEqual({ name: 'weeks4', from: '2026-10-26', to: '2026-11-22' });
    expect(read('range=year').from).toBe('2025-11-24');
    expect(isAllowedRange(read('range=year'))).toBe(true);
  });

  it('is read from two days in the address, and is the default if they are invalid', () => {
    expect(read('from=2026-01-01&to=2026-12-31').name).toBe('own');
    for (const wrong of [
      'from=2026-01-02&to=2026-01-01',
      'from=2026-01-01',
      'from=x&to=y',
      'from=2025-01-01&to=2026-12-31',
      'range=decade',
    ]) {
      expect(read(wrong).name, wrong).toBe('weeks12');
    }
  });

  it('is written so that it can be read back, without default values', () => {
    for (const search of ['', 'range=year', 'from=2026-01-01&to=2026-02-01']) {
      expect(writeRange(new URLSearchParams('range=weeks4&project=a'), read(search)).toString()).toBe(
        ['project=a', search].filter(Boolean).join('&'),
      );
    }
  });
});
