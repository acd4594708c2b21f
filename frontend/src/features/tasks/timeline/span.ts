// The days of tasks on the timeline, and how moving a bar changes them.
import { DAY_MS } from '@contract/limits';
import { addDays } from '../../../lib/dates/day';
import { toDueInput } from '../../../lib/dates/due';
import { dueDayOf, withDay } from '../calendar/days';

export const SCALES = ['day', 'week', 'month'] as const;
export type Scale = (typeof SCALES)[number];

/** The width of a day in pixels, and the number of visible days. */
export const SCALE: Readonly<Record<Scale, { dayWidth: number; days: number }>> = {
  day: { dayWidth: 44, days: 84 },
  week: { dayWidth: 16, days: 224 },
  month: { dayWidth: 5, days: 672 },
};

const PARTS_BEFORE = 6;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Returns the first visible day around another one. */
export const windowAround = (day: string, scale: Scale): string =>
  addDays(day, -Math.round(SCALE[scale].days / PARTS_BEFORE));

/** The first and the last day of a task's bar. */
export interface Span {
  first: string;
  last: string;
}

interface Dated {
  startDate: string | null;
  dueDate: string | null;
  dueDay: string | null;
}

/** Returns a task's days; null without a date. A task that starts after it is due, in local time, has one day. */
export const spanOf = (task: Dated): Span | null => {
  const due = dueDayOf(task);
  const last = due ?? task.startDate;
  if (last === null) return null;
  const first = task.startDate ?? last;
  return { first: first < last ? first : last, last };
};

/** The dragged part: the bar, or one of its ends. */
export type DragPart = 'bar' | 'first' | 'last';

/** Returns the days after a drag. An end cannot pass the other one. */
export const moveSpan = ({ first, last }: Span, grip: DragPart, days: number): Span => {
  if (grip === 'bar') return { first: addDays(first, days), last: addDays(last, days) };
  if (grip === 'first') {
    const moved = addDays(first, days);
    return { first: moved < last ? moved : last, last };
  }
  const moved = addDays(last, days);
  return { first, last: moved > first ? moved : first };
};

/**
 * Returns the changed fields of a task for its new days. A due time keeps its time of day. A task without a start gets
 * one when its first end is moved.
 */
export const datesFor = (task: Dated, grip: DragPart, { first, last }: Span) => {
  const due = dueDayOf(task);
  const isTimed = task.dueDate !== null && task.dueDay === null;
  const changesDue = last !== due && (due !== null || grip === 'last');
  const changesStart = first !== task.startDate && (task.startDate !== null || grip === 'first');
  return {
    ...(changesStart && { startDate: first }),
    ...(changesDue && toDueInput(isTimed && task.dueDate !== null ? withDay(task.dueDate, last) : last)),
  };
};

/** Sorts by start; tasks with the same days keep their order. */
export const sortBySpan = <Row extends { span: Span }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.span.first.localeCompare(b.span.first) || a.span.last.localeCompare(b.span.last));
