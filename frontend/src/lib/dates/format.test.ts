import { describe, expect, it } from 'vitest';
import { TaskStatus } from '@contract/enums';
import type { DueTask } from '@contract/taskPlace';
import { dueOf, isLate } from './due';
import { dueLabel, formatFull, formatLongDate, formatMoment, groupByDay } from './format';

// Dates are built from local parts, so that every expectation holds in whatever time zone the tests run.
const at = (month: number, day: number, hour = 0, minute = 0): Date => new Date(2026, month - 1, day, hour, minute);
const now = at(11, 21, 10, 30);
const task = (due: Date | null, status: TaskStatus = TaskStatus.TODO) => ({
  dueDate: due?.toISOString() ?? null,
  dueDay: null,
  status,
});
const labelOf = (due: DueTask, at: Date) => dueLabel(dueOf(due) ?? '', due, at);
/** Due on a day, at a due time that is another day's where the reader is. */
const dayTask = (dueDay: string, status: TaskStatus = TaskStatus.TODO) => ({
  dueDate: '2020-01-01T00:00:00.000Z',
  dueDay,
  status,
});

describe('formatMoment', () => {
  it.each([
    ['the present minute', now, 'Today at 10:30 AM'],
    ['the first minute of the day', at(11, 21, 0, 0), 'Today at 12:00 AM'],
    ['later today', at(11, 21, 23, 59), 'Today at 11:59 PM'],
    ['the last minute of the day before', at(11, 20, 23, 59), 'Yesterday at 11:59 PM'],
    ['the first minute of the day before', at(11, 20, 0, 0), 'Yesterday at 12:00 AM'],
    ['the day before that', at(11, 19, 23, 59), 'Nov 19, 2026'],
    ['tomorrow', at(11, 22, 0, 0), 'Nov 22, 2026'],
  ])('names %s', (_what, moment, text) => {
    expect(formatMoment(moment, now)).toBe(text);
  });

  it('reads the moments that the API sends', () => {
    expect(formatMoment(at(11, 21, 17, 0).toISOString(), now)).toBe('Today at 5:00 PM');
  });

  it('counts calendar days across every day of the year, clock changes included', () => {
    for (let day = 1; day <= 365; day++) {
      const justAfterMidnight = new Date(2026, 0, day, 0, 5);
      expect(formatMoment(new Date(2026, 0, day - 1, 23, 55), justAfterMidnight)).toBe('Yesterday at 11:55 PM');
    }
  });

  it('knows yesterday across the turn of the year', () => {
    expect(formatMoment(new Date(2026, 11, 31, 20), new Date(2027, 0, 1, 8))).toBe('Yesterday at 8:00 PM');
  });
});

describe('formatFull', () => {
  it('writes day and time, with an ordinary space', () => {
    expect(formatFull(at(11, 21, 17))).toBe('Nov 21, 2026, 5:00 PM');
  });

  it('takes a day without a time for one of the reader’s', () => {
    expect(formatFull('2026-11-21')).toBe('Nov 21, 2026, 12:00 AM');
  });
});

describe('formatLongDate', () => {
  it('writes the month out', () => {
    expect(formatLongDate(at(11, 21))).toBe('November 21, 2026');
  });
});

describe('dueLabel', () => {
  it.each([
    ['two days ago', at(11, 19, 10, 30), 'Overdue by 2 days'],
    ['a day and a half ago', at(11, 19, 22, 30), 'Overdue by 1 day'],
    ['thirty days ago', at(10, 22, 10, 30), 'Overdue by 1 month'],
    ['a year ago', new Date(2025, 10, 21, 10, 30), 'Overdue by 1 year'],
    ['earlier today', at(11, 21, 6, 0), 'Overdue by 4 hours'],
    ['a moment ago', new Date(now.getTime() - 1), 'Overdue by 1 minute'],
  ])('counts what has passed since %s', (_what, due, text) => {
    expect(labelOf(task(due), now)).toEqual({ text, tone: 'late' });
  });

  it.each([
    ['this very moment', now, 'Due today at 10:30 AM', 'today'],
    ['the last minute of today', at(11, 21, 23, 59), 'Due today at 11:59 PM', 'today'],
    ['the first minute of tomorrow', at(11, 22, 0, 0), 'Due Nov 22, 2026', 'later'],
  ])('says when for %s', (_what, due, text, tone) => {
    expect(labelOf(task(due, TaskStatus.IN_PROGRESS), now)).toEqual({ text, tone });
  });

  it.each([
    ['2026-11-19', 'Overdue by 2 days', 'late'],
    ['2026-11-20', 'Overdue by 1 day', 'late'],
    ['2026-10-21', 'Overdue by 1 month', 'late'],
    ['2026-11-21', 'Due today', 'today'],
    ['2026-11-25', 'Due Nov 25, 2026', 'later'],
  ])('names a day without a time: %s', (day, text, tone) => {
    for (const moment of [at(11, 21), now, at(11, 21, 23, 59)]) {
      expect(labelOf(dayTask(day), moment)).toEqual({ text, tone });
    }
    expect(labelOf(dayTask(day, TaskStatus.DONE), now).tone).not.toBe('late');
  });

  it('never calls a finished task late', () => {
    expect(labelOf(task(at(11, 19), TaskStatus.DONE), now)).toEqual({ text: 'Due Nov 19, 2026', tone: 'later' });
    expect(labelOf(task(at(11, 21, 9), TaskStatus.DONE), now)).toEqual({
      text: 'Due today at 9:00 AM',
      tone: 'today',
    });
  });
});

describe('isLate', () => {
  it('needs a due date in the past and a task that is not done', () => {
    expect(isLate(task(at(11, 20), TaskStatus.IN_REVIEW), now)).toBe(true);
    expect(isLate(task(at(11, 20), TaskStatus.DONE), now)).toBe(false);
    expect(isLate(task(now), now)).toBe(false);
    expect(isLate(task(null), now)).toBe(false);
  });
});

describe('groupByDay', () => {
  it('groups by calendar day in the reader’s time zone, in the order given', () => {
    const items = [at(11, 21, 0), at(11, 20, 23), at(11, 20, 1), at(11, 19, 12)];
    expect(
      groupByDay(items, (moment) => moment.toISOString(), now).map(({ day, items: own }) => [day, own.length]),
    ).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['Nov 19, 2026', 1],
    ]);
  });

  it('has no groups where there is nothing', () => {
    expect(groupByDay([], String, now)).toEqual([]);
  });
});
