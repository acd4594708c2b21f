import { DAY_MS } from '../../contract/limits.js';
import { localTime } from '../platform/lib/localTime.js';
import type { CompletedWeekType } from './dashboard.types.js';

/** Includes the current week. */
const WEEKS = 8;

/** Completed tasks by quarter of an hour. Weeks start on a quarter of an hour in every time zone. */
export type Completions = ReadonlyMap<number, number>;
export const QUARTER_MS = 900_000;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the Monday of a time's week in this zone, as midnight UTC. */
function mondayOf(at: number, zone: string): number {
  const { date, weekday } = localTime(new Date(at), zone);
  return Date.parse(date) - (weekday - 1) * DAY_MS;
}

/** A time before the first week in any time zone. */
export const weeksBegin = (now: Date): number => now.getTime() - (7 * WEEKS + 2) * DAY_MS;

/**
 * Counts completed tasks by week, oldest first. Weeks run from Monday to Monday in the viewer's time zone, including
 * weeks with a clock change.
 */
export function completedByWeek(completions: Iterable<Completions>, zone: string, now: Date): CompletedWeekType[] {
  const quarters = new Map<number, number>();
  for (const each of completions) {
    for (const [quarter, count] of each) quarters.set(quarter, (quarters.get(quarter) ?? 0) + count);
  }
  const present = mondayOf(now.getTime(), zone);
  const weeks = new Map<number, number>();
  for (let back = WEEKS - 1; back >= 0; back -= 1) weeks.set(present - back * 7 * DAY_MS, 0);
  for (const [quarter, count] of quarters) {
    const monday = mondayOf(quarter * QUARTER_MS, zone);
    const before = weeks.get(monday);
    if (before !== undefined) weeks.set(monday, before + count);
  }
  return [...weeks].map(([monday, completed]) => ({ weekStart: isoDate(monday), completed }));
}
