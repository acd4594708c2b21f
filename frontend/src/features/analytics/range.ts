import { ANALYTICS_DAYS, daysBetween } from '@contract/figures';
import { addDays, isDay, isoDay, startOfDay } from '../../lib/dates/day';

/** The selected days: weeks up to today, or chosen days. */
export type RangeName = 'weeks4' | 'weeks12' | 'year' | 'own';
export const RANGE_NAMES: readonly RangeName[] = ['weeks4', 'weeks12', 'year', 'own'];

const WEEKS = { weeks4: 4, weeks12: 12, year: 52 } as const;
const DEFAULT_RANGE = 'weeks12';

/** Days of a range, both included, as `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

export interface Range extends Days {
  name: RangeName;
}

/** Returns the days from a Monday to today, so that they span this many weeks, including the current one. */
const weeksTo = (today: string, weeks: number): Days => {
  const sinceMonday = (startOfDay(today).getDay() + 6) % 7;
  return { from: addDays(today, -sinceMonday - 7 * (weeks - 1)), to: today };
};

/** Whether the server accepts this range. */
export const isAllowedRange = ({ from, to }: Days): boolean =>
  [from, to].every((day) => isDay(day) && day >= '1970') && from <= to && daysBetween(from, to) <= ANALYTICS_DAYS;

/** Parses an address; uses the default for an invalid range. */
export const readRange = (params: URLSearchParams, now: Date): Range => {
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  if (isAllowedRange(own)) return { name: 'own', ...own };
  const named = params.get('range');
  const name = named === 'weeks4' || named === 'year' ? named : DEFAULT_RANGE;
  return { name, ...weeksTo(isoDay(now), WEEKS[name]) };
};

/** Sets another range in the address, and keeps the other parameters. Chosen days begin with the selected ones. */
export const writeRange = (params: URLSearchParams, range: Range): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const name of ['range', 'from', 'to']) next.delete(name);
  if (range.name === 'own') {
    next.set('from', range.from);
    next.set('to', range.to);
  } else if (range.name !== DEFAULT_RANGE) next.set('range', range.name);
  return next;
};
