import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { localDueField } from '@contract/tasks';
import { isoDay } from './day';
import { formatDue } from './dueText';
import { readDueWords } from './dueWords';

// Dates are built from local parts, so that every expectation holds in whatever time zone the tests run.
const now = new Date(2026, 10, 21, 10, 30);
const read = (text: string, dayFirst = false): string | null => {
  const answer = readDueWords(text, { now, locale: dayFirst ? 'en-GB' : 'en-US' });
  return answer && answer.due;
};
const momentOf = (local: string): string | null => v.parse(localDueField, local);

describe('a due date as people write it', () => {
  it.each([
    ['2026-11-25', '2026-11-25'],
    ['2026-11-25T17:00', '2026-11-25T17:00'],
    ['2026-11-25 7:05', '2026-11-25T07:05'],
    ['Nov 25, 2026, 6:00 PM', '2026-11-25T18:00'],
    ['Nov 25, 2026, 6:00\u202fPM', '2026-11-25T18:00'],
    ['november 25', '2026-11-25'],
    ['25 Nov 2026 at 17:30', '2026-11-25T17:30'],
    ['25. November 5pm', '2026-11-25T17:00'],
    ['Nov 25th, 5.30 p.m.', '2026-11-25T17:30'],
    ['11/25/2026', '2026-11-25'],
    ['11/25/26', '2026-11-25'],
    ['11/25', '2026-11-25'],
    ['25.11.', '2026-11-25'],
    ['25.11.2026 09:15', '2026-11-25T09:15'],
  ])('%j is %j', (text, due) => {
    expect(read(text)).toBe(due);
  });

  it('follows the order of day and month that the reader writes', () => {
    expect(read('3/12/2026', false)).toBe('2026-03-12');
    expect(read('3/12/2026', true)).toBe('2026-12-03');
    expect(read('3-12-2026', true)).toBe('2026-12-03');
  });

  it('takes points for days before months, and a number over twelve for a day, whoever writes', () => {
    expect(read('3.12.2026', false)).toBe('2026-12-03');
    expect(read('25/11/2026', false)).toBe('2026-11-25');
    expect(read('11/25/2026', true)).toBe('2026-11-25');
  });

  it('knows noon and midnight of twelve hours and of twenty-four', () => {
    expect(read('Nov 25 12am')).toBe('2026-11-25T00:00');
    expect(read('Nov 25 12:30 pm')).toBe('2026-11-25T12:30');
    expect(read('Nov 25 0:00')).toBe('2026-11-25T00:00');
    expect(read('Nov 25 23:59')).toBe('2026-11-25T23:59');
  });

  it('means the next one by a day without a year', () => {
    expect(read('Nov 21')).toBe('2026-11-21');
    expect(read('Nov 20')).toBe('2027-11-20');
    expect(read('1/5')).toBe('2027-01-05');
  });

  it.each([
    '  ',
    '25',
    'Nov',
    '11/',
    'Nov 25 25:00',
    'Nov 25 13pm',
    'Nov 25 0am',
    'Nov 25 17:60',
    '2026-02-30',
    '31.11.2026',
    '13/13/2026',
    'Nov 25 whenever',
    'mm/dd/yyyy',
  ])('does not guess what %j means', (text) => {
    expect(read(text)).toBeNull();
  });

  it('reads back what it writes, at every hour of every day of a year, clock changes included', () => {
    for (let hour = 0; hour < 365 * 24; hour += 5) {
      const moment = new Date(2026, 0, 1, hour, 15);
      const day = `2026-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`;
      const time = `${String(moment.getHours()).padStart(2, '0')}:15`;
      expect(read(formatDue(`${day}T${time}`))).toBe(`${day}T${time}`);
    }
  });
});

describe('a due date as the contract takes it', () => {
  it('is a day without a time, on every day of the year', () => {
    expect(momentOf('2026-11-25')).toBe('2026-11-25');
    expect(formatDue('2026-11-25')).toBe('Nov 25, 2026');
    for (let day = 1; day <= 365; day += 1) {
      const text = isoDay(new Date(2026, 0, day));
      expect(momentOf(text)).toBe(text);
      expect(readDueWords(formatDue(text), { now, locale: 'en-US' })).toEqual({ due: text, hasTime: false });
    }
  });

  it('is none of an empty text, and never one of a text that is no date', () => {
    expect(momentOf('')).toBeNull();
    for (const text of ['T17:00', '2026-11-31', '2026-11', '2026-11-25T', '11/25/2026', 'soon']) {
      expect(v.safeParse(localDueField, text).success).toBe(false);
    }
    expect(v.safeParse(localDueField, '1969-01-01').issues?.[0].message).toBe('Due date is out of range');
  });
});
