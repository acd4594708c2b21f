import type { Days } from './taskList.js';
import { isTimeZone } from './timeZone.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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
