import { ANALYTICS_DAYS, daysBetween } from '@contract/figures';
import { addDays, isDay, isoDay, startOfDay } from '../../lib/dates/day';

/** Which days are shown: weeks up to today, or days of one's own. */
export type RangeName = 'weeks4' | 'weeks12' | 'year' | 'own';
export const RANGE_NAMES: readonly RangeName[] = ['weeks4', 'weeks12', 'year', 'own'];

const WEEKS = { weeks4: 4, weeks12: 12, year: 52 } as const;
const USUAL = 'weeks12';

/** Days of a range, both included, as `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

export interface Range extends Days {
  name: RangeName;
}

/** From the Monday with which so many weeks begin, the running one included, to today. */
const weeksTo = (today: string, weeks: number): Days => {
  const sinceMonday = (startOfDay(today).getDay() + 6) % 7;
  return { from: addDays(today, -sinceMonday - 7 * (weeks - 1)), to: today };
};

/** Are these days that can be asked for? */
export const isFitting = ({ from, to }: Days): boolean =>
  [from, to].every((day) => isDay(day) && day >= '1970') && from <= to && daysBetween(from, to) <= ANALYTICS_DAYS;

/** Reads an address; what it holds that is no range is the usual one. */
export const readRange = (params: URLSearchParams, now: Date): Range => {
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  if (isFitting(own)) return { name: 'own', ...own };
  const named = params.get('range');
  const name = named === 'weeks4' || named === 'year' ? named : USUAL;
  return { name, ...weeksTo(isoDay(now), WEEKS[name]) };
};

/** The address with another range; what else it says stays. Days of one's own begin as those that are shown. */
export const writeRange = (params: URLSearchParams, range: Range): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const name of ['range', 'from', 'to']) next.delete(name);
  if (range.name === 'own') {
    next.set('from', range.from);
    next.set('to', range.to);
  } else if (range.name !== USUAL) next.set('range', range.name);
  return next;
};
