import { describe, expect, it } from 'vitest';
import { sortBySpan, datesFor, daysBetween, moveSpan, spanOf, windowAround } from './span';

const task = { startDate: '2026-03-27', dueDate: '2026-03-30T16:00:00.000Z', dueDay: '2026-03-30' };
const timed = { startDate: null, dueDate: new Date(2026, 2, 28, 9, 30).toISOString(), dueDay: null };
const span = { first: '2026-03-27', last: '2026-03-30' };

describe('the days of a task', () => {
  it('are from its start to its due day, or the one that it has', () => {
    expect(spanOf(task)).toEqual(span);
    expect(spanOf(timed)).toEqual({ first: '2026-03-28', last: '2026-03-28' });
    expect(spanOf({ startDate: '2026-03-27', dueDate: null, dueDay: null })).toEqual({
      first: '2026-03-27',
      last: '2026-03-27',
    });
    expect(spanOf({ startDate: null, dueDate: null, dueDay: null })).toBeNull();
  });

  it('are counted by the calendar, whatever clocks do', () => {
    expect(daysBetween('2026-03-27', '2026-03-30')).toBe(3);
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
    expect(windowAround('2026-11-27', 'day')).toBe('2026-11-13');
  });
});

describe('a drag', () => {
  it('moves the bar, or one end up to the other', () => {
    expect(moveSpan(span, 'bar', 2)).toEqual({ first: '2026-03-29', last: '2026-04-01' });
    expect(moveSpan(span, 'first', -1)).toEqual({ first: '2026-03-26', last: '2026-03-30' });
    expect(moveSpan(span, 'first', 9)).toEqual({ first: '2026-03-30', last: '2026-03-30' });
    expect(moveSpan(span, 'last', -9)).toEqual({ first: '2026-03-27', last: '2026-03-27' });
  });

  it('changes only the dates that it moves', () => {
    expect(datesFor(task, 'bar', moveSpan(span, 'bar', 1))).toEqual({ startDate: '2026-03-28', dueDay: '2026-03-31' });
    expect(datesFor(task, 'last', moveSpan(span, 'last', 1))).toEqual({ dueDay: '2026-03-31' });
    expect(datesFor(task, 'first', moveSpan(span, 'first', 1))).toEqual({ startDate: '2026-03-28' });
    expect(datesFor(task, 'bar', span)).toEqual({});
  });

  it('keeps the hour of a due time, gives a start with the first end, and a due day with the last', () => {
    const one = { first: '2026-03-28', last: '2026-03-28' };
    expect(datesFor(timed, 'bar', moveSpan(one, 'bar', 1))).toEqual({
      dueDate: new Date(2026, 2, 29, 9, 30).toISOString(),
      dueDay: null,
    });
    expect(datesFor(timed, 'first', moveSpan(one, 'first', -2))).toEqual({ startDate: '2026-03-26' });
    const started = { startDate: '2026-03-28', dueDate: null, dueDay: null };
    expect(datesFor(started, 'bar', moveSpan(one, 'bar', 1))).toEqual({ startDate: '2026-03-29' });
    expect(datesFor(started, 'last', moveSpan(one, 'last', 3))).toEqual({ dueDay: '2026-03-31' });
  });
});

it('bars are in the order of their first days', () => {
  const rows = [
    { id: 'b', span: { first: '2026-01-02', last: '2026-01-09' } },
    { id: 'c', span: { first: '2026-01-02', last: '2026-01-03' } },
    { id: 'a', span: { first: '2026-01-01', last: '2026-01-03' } },
  ];
  expect(sortBySpan(rows).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});
