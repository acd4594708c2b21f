import { describe, expect, it } from 'vitest';
import { groupByDay } from './days';

const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

describe('groupByDay', () => {
  const now = new Date(2026, 10, 21, 0, 30);

  it('groups by calendar day in the reader’s time zone, in the order given', () => {
    const items = [at(2026, 10, 21, 0), at(2026, 10, 20, 23), at(2026, 10, 20, 1), at(2026, 10, 19, 12)];
    expect(groupByDay(items, (moment) => moment, now).map(({ day, items: own }) => [day, own.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['Nov 19, 2026', 1],
    ]);
  });

  it('has no groups where there is nothing', () => {
    expect(groupByDay([], String, now)).toEqual([]);
  });
});
