// Months and weeks of a calendar.
import {
  addMonths as monthsAfter,
  endOfMonth,
  endOfWeek,
  format,
  startOfISOWeek,
  startOfMonth,
  startOfWeek,
  type Day,
} from 'date-fns';
import { addDays, isoDay, startOfDay } from '../../../lib/dates/day';

/** The shown period. */
export type Period =
  | {
      kind: 'month';
      /** '2026-11' */
      name: string;
    }
  | {
      kind: 'week';
      /** '2026-W47' by ISO 8601, whatever day the reader's weeks begin on. */
      name: string;
    };

const WEEK = 7;
/** A week's Thursday decides its ISO week. */
const THURSDAY = 4;

/** Returns the day on which a task is due in the reader's time zone; null without a due date. */
export const dueDayOf = ({ dueDate, dueDay }: { dueDate: string | null; dueDay: string | null }): string | null =>
  dueDay ?? (dueDate === null ? null : dayOf(dueDate));

/** Returns the day of a moment in the reader's time zone. */
export const dayOf = (moment: string | Date): string => isoDay(new Date(moment));

/** Returns the same day `count` months later; if that month is shorter, its last day. */
export const addMonths = (day: string, count: number): string => isoDay(monthsAfter(startOfDay(day), count));

/** The days of a month in whole weeks, including days of the months before and after. */
const daysOfMonth = (month: string, weekStartsOn: Day): string[] => {
  const first = startOfDay(`${month}-01`);
  const last = isoDay(endOfWeek(endOfMonth(first), { weekStartsOn }));
  const days = [isoDay(startOfWeek(startOfMonth(first), { weekStartsOn }))];
  for (let day = days[0] ?? last; day < last;) days.push((day = addDays(day, 1)));
  return days;
};

const thursdayOf = (week: string): string => {
  // January 4 is in the first week of its year.
  const first = startOfISOWeek(startOfDay(`${week.slice(0, 4)}-01-04`));
  return addDays(isoDay(first), (Number(week.slice(-2)) - 1) * WEEK + THURSDAY - 1);
};

const daysOfWeek = (week: string, weekStartsOn: Day): string[] => {
  const first = isoDay(startOfWeek(startOfDay(thursdayOf(week)), { weekStartsOn }));
  return Array.from({ length: WEEK }, (_, at) => addDays(first, at));
};

/** Returns all visible days, in order; whole weeks. */
export const daysOf = ({ kind, name }: Period, weekStartsOn: Day): string[] =>
  kind === 'month' ? daysOfMonth(name, weekStartsOn) : daysOfWeek(name, weekStartsOn);

/** Returns the month or the week that contains a day. */
export const periodOf = (kind: Period['kind'], day: string, weekStartsOn: Day): Period => {
  if (kind === 'month') return { kind, name: day.slice(0, 'yyyy-MM'.length) };
  const first = startOfWeek(startOfDay(day), { weekStartsOn });
  const thursday = startOfDay(isoDay(first), (THURSDAY - weekStartsOn + WEEK) % WEEK);
  return { kind, name: format(thursday, "RRRR-'W'II") };
};

/** The day that represents a period: a month's first, a week's Thursday. */
const middleOf = ({ kind, name }: Period): string => (kind === 'month' ? `${name}-01` : thursdayOf(name));

/** Returns the period that is this number of months or weeks later. */
export const stepPeriod = (period: Period, count: number, weekStartsOn: Day): Period => {
  const day = middleOf(period);
  return periodOf(
    period.kind,
    period.kind === 'month' ? addMonths(day, count) : addDays(day, count * WEEK),
    weekStartsOn,
  );
};

/** Whether this day belongs to the shown month or week. */
export const isWithin = ({ kind, name }: Period, day: string): boolean => kind === 'week' || day.startsWith(name);

/** In rows of seven. */
export const splitIntoWeeks = <Item>(days: readonly Item[]): Item[][] =>
  Array.from({ length: days.length / WEEK }, (_, at) => days.slice(at * WEEK, (at + 1) * WEEK));

/** Returns the moment on another day, at the same time of day. */
export const withDay = (dueDate: string, day: string): string => {
  const from = new Date(dueDate);
  const to = startOfDay(day);
  to.setHours(from.getHours(), from.getMinutes(), from.getSeconds(), from.getMilliseconds());
  return to.toISOString();
};

const MONTH = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/;
const ISO_WEEK = /^[12]\d{3}-W\d\d$/;

/** Parses an address; an invalid one means the month of today. */
export const readPeriod = (params: URLSearchParams, today: string, weekStartsOn: Day): Period => {
  const week = params.get('week') ?? '';
  if (ISO_WEEK.test(week) && periodOf('week', thursdayOf(week), 1).name === week) return { kind: 'week', name: week };
  const month = params.get('month') ?? '';
  return MONTH.test(month) ? { kind: 'month', name: month } : periodOf('month', today, weekStartsOn);
};

/** The address of a period, with its other parameters unchanged. */
export const writePeriod = (params: URLSearchParams, { kind, name }: Period): URLSearchParams => {
  const next = new URLSearchParams(params);
  next.delete('month');
  next.delete('week');
  next.set(kind, name);
  return next;
};
