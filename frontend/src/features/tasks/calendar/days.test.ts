import { addDays } from '../../../lib/dates/day';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dayOf,
  daysOf,
  periodOf,
  readPeriod,
  splitIntoWeeks,
  stepPeriod,
  withDay,
  writePeriod,
} from './days';

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;
const month = (name: string) => ({ kind: 'month', name }) as const;
const week = (name: string) => ({ kind: 'week', name }) as const;

describe('the days of a month', () => {
  it('are whole weeks from the day that weeks begin with', () => {
    expect(splitIntoWeeks(daysOf(month('2026-11'), SUNDAY)).map(([first]) => first)).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-29',
    ]);
    expect(daysOf(month('2026-11'), MONDAY).at(0)).toBe('2026-10-26');
    expect(daysOf(month('2026-11'), MONDAY).at(-1)).toBe('2026-12-06');
    // four weeks exactly, and six
    expect(daysOf(month('2027-02'), MONDAY)).toHaveLength(28);
    expect(daysOf(month('2026-08'), MONDAY)).toHaveLength(42);
  });

  it('come each once, in order, in every month of 12 years and for each beginning of the week', () => {
    for (let year = 2020; year < 2032; year += 1) {
      for (let at = 1; at <= 12; at += 1) {
        const name = `${year}-${String(at).padStart(2, '0')}`;
        for (const start of [SUNDAY, MONDAY, SATURDAY] as const) {
          const days = daysOf(month(name), start);
          expect(days.length % 7).toBe(0);
          expect(days.length).toBeLessThanOrEqual(42);
          expect(new Date(`${days[0]}T12:00Z`).getUTCDay()).toBe(start);
          expect(days).toContain(`${name}-01`);
          expect(days.every((day, index) => index === 0 || addDays(days[index - 1] ?? '', 1) === day)).toBe(true);
        }
      }
    }
  });
});

describe('the days of a week', () => {
  it.each([
    [SUNDAY, '2026-11-15', '2026-11-21'],
    [MONDAY, '2026-11-16', '2026-11-22'],
    [SATURDAY, '2026-11-14', '2026-11-20'],
  ] as const)('are those around its Thursday, whichever day it begins with: %i', (start, first, last) => {
    const days = daysOf(week('2026-W47'), start);
    expect([days.at(0), days.at(-1), days.length]).toEqual([first, last, 7]);
    for (const day of days) expect(periodOf('week', day, start)).toEqual(week('2026-W47'));
  });

  it('cross the year as ISO 8601 counts', () => {
    expect(periodOf('week', '2027-01-01', MONDAY)).toEqual(week('2026-W53'));
    expect(stepPeriod(week('2026-W53'), 1, MONDAY)).toEqual(week('2027-W01'));
    expect(daysOf(week('2026-W53'), MONDAY)).toContain('2027-01-03');
    expect(stepPeriod(month('2026-12'), 1, MONDAY)).toEqual(month('2027-01'));
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  });
});

describe('the address', () => {
  const read = (search: string) => readPeriod(new URLSearchParams(search), '2026-11-22', MONDAY);

  it('says which month or which week, and keeps the filters', () => {
    expect(read('month=2027-02&q=x')).toEqual(month('2027-02'));
    expect(read('week=2026-W47')).toEqual(week('2026-W47'));
    expect(writePeriod(new URLSearchParams('q=x&month=2026-11'), week('2026-W47')).toString()).toBe(
      'q=x&week=2026-W47',
    );
  });

  it.each(['', 'month=2026-13', 'month=soon', 'week=2025-W53', 'week=2026-W00', 'week=2026-W99'])(
    'that means nothing shows the month of today: %s',
    (search) => {
      expect(read(search)).toEqual(month('2026-11'));
    },
  );
});

describe('a task that moves to another day', () => {
  it('keeps its time of the day, across a change of the clocks too', () => {
    const due = new Date(2026, 9, 20, 17, 30).toISOString();
    for (const day of ['2026-10-24', '2026-10-25', '2026-10-26', '2026-11-01', '2027-03-14', '2027-03-28']) {
      const moved = withDay(due, day);
      expect([dayOf(moved), new Date(moved).getHours(), new Date(moved).getMinutes()]).toEqual([day, 17, 30]);
    }
  });
});
