import { DAY_MS } from './limits.js';
import type { Days } from './taskList.js';
import { isTimeZone } from './timeZone.js';

const HOUR_MS = 3_600_000;
/** No zone is further from UTC, and none puts its clocks by more than this. */
const FURTHEST_MS = 16 * HOUR_MS;

/** The calendar of a zone: '2026-11-22' at a moment. One that is not known any more counts as UTC. */
function calendarOf(zone: string): (at: number) => string {
  const calendar = new Intl.DateTimeFormat('en-CA', {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => calendar.format(at);
}

/** When a day begins by a calendar: clocks may be put at midnight, so the moment is looked for, and to the minute. */
function beginningOf(day: number, dateAt: (at: number) => string): Date {
  const wanted = new Date(day).toISOString().slice(0, 10);
  let [before, after] = [day - FURTHEST_MS, day + FURTHEST_MS];
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 120_000) * 60_000;
    if (dateAt(middle) < wanted) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** When today, tomorrow, next week and the one after it (their Mondays) begin in a time zone. */
export function daysOf(now: Date, zone: string): Days {
  const dateAt = calendarOf(zone);
  const today = Date.parse(`${dateAt(now.getTime())}T00:00:00Z`);
  const daysToMonday = ((7 - new Date(today).getUTCDay()) % 7) + 1;
  return {
    today: beginningOf(today, dateAt),
    tomorrow: beginningOf(today + DAY_MS, dateAt),
    nextWeek: beginningOf(today + daysToMonday * DAY_MS, dateAt),
    weekAfter: beginningOf(today + (daysToMonday + 7) * DAY_MS, dateAt),
  };
}

/**
 * When some days in a row begin in a time zone, and the one after them: they lie a day apart unless clocks are put, which
 * only then is looked for.
 */
export function beginningsOf(first: string, days: number, zone: string): Date[] {
  const dateAt = calendarOf(zone);
  const beginnings = [beginningOf(Date.parse(first), dateAt)];
  for (let n = 1; n <= days; n += 1) {
    const day = Date.parse(first) + n * DAY_MS;
    const wanted = new Date(day).toISOString().slice(0, 10);
    const usual = (beginnings.at(-1)?.getTime() ?? day) + DAY_MS;
    const isUsual = dateAt(usual) === wanted && dateAt(usual - 1) < wanted;
    beginnings.push(isUsual ? new Date(usual) : beginningOf(day, dateAt));
  }
  return beginnings;
}

/** The Monday of the week in which a day lies. */
export function mondayOf(day: string): string {
  const at = Date.parse(day);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** Which day it is at a moment, by a zone's calendar: '2026-11-22'. */
export const dayAt = (moment: Date, zone: string): string => calendarOf(zone)(moment.getTime());
