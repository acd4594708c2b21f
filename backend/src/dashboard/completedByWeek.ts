import { localTime } from '../kernel/localTime.js';
import type { CompletedWeekType } from './dashboard.types.js';

/** How many weeks are told of, the running one included. */
const WEEKS = 8;
const DAY_MS = 86_400_000;

/** So many tasks were completed in a quarter of an hour: every zone's weeks begin with one. */
export type Completions = ReadonlyMap<number, number>;
export const QUARTER_MS = 900_000;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The Monday of the week in which a moment lies in this zone, as midnight by UTC. */
function mondayOf(at: number, zone: string): number {
  const { date, weekday } = localTime(new Date(at), zone);
  return Date.parse(date) - (weekday - 1) * DAY_MS;
}

/** Before the first of the weeks begins, whatever the zone. */
export const weeksBegin = (now: Date): number => now.getTime() - (7 * WEEKS + 2) * DAY_MS;

/**
 * What was completed in each of the last weeks, the oldest first. A week runs from Monday to Monday in the viewer's own
 * time zone, also where a clock change makes it an hour longer.
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
