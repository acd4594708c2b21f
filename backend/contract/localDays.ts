import { DAY_MS } from './limits.js';
import type { Days } from './taskList.js';
import { isTimeZone } from './timeZone.js';

const HOUR_MS = 3_600_000;
/** More than any zone's offset from UTC or clock change. */
const MAX_OFFSET_MS = 16 * HOUR_MS;

/** Returns a formatter of dates such as '2026-11-22' in a zone. An unknown zone counts as UTC. */
function createCalendar(zone: string): (at: number) => string {
  const calendar = new Intl.DateTimeFormat('en-CA', {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => calendar.format(at);
}

/** Finds the start of a day by binary search, to the minute: clocks can change at midnight. */
function findDayStart(day: number, dateAt: (at: number) => string): Date {
  const wanted = new Date(day).toISOString().slice(0, 10);
  let [before, after] = [day - MAX_OFFSET_MS, day + MAX_OFFSET_MS];
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 120_000) * 60_000;
    if (dateAt(middle) < wanted) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Returns the starts of today, tomorrow, next week and the week after (Mondays) in a time zone. */
export function computeDays(now: Date, zone: string): Days {
  const dateAt = createCalendar(zone);
  const today = Date.parse(`${dateAt(now.getTime())}T00:00:00Z`);
  const daysToMonday = ((7 - new Date(today).getUTCDay()) % 7) + 1;
  return {
    today: findDayStart(today, dateAt),
    tomorrow: findDayStart(today + DAY_MS, dateAt),
    nextWeek: findDayStart(today + daysToMonday * DAY_MS, dateAt),
    weekAfter: findDayStart(today + (daysToMonday + 7) * DAY_MS, dateAt),
  };
}

/**
 * Returns the starts of consecutive days and the end of the last one. Searches only for days with a clock change; other
 * days start 24 hours after the day before.
 */
export function listDayStarts(first: string, days: number, zone: string): Date[] {
  const dateAt = createCalendar(zone);
  const beginnings = [findDayStart(Date.parse(first), dateAt)];
  for (let n = 1; n <= days; n += 1) {
    const day = Date.parse(first) + n * DAY_MS;
    const wanted = new Date(day).toISOString().slice(0, 10);
    const usual = (beginnings.at(-1)?.getTime() ?? day) + DAY_MS;
    const isUsual = dateAt(usual) === wanted && dateAt(usual - 1) < wanted;
    beginnings.push(isUsual ? new Date(usual) : findDayStart(day, dateAt));
  }
  return beginnings;
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  const at = Date.parse(day);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a time as a date in a time zone: '2026-11-22'. */
export const dayAt = (moment: Date, zone: string): string => createCalendar(zone)(moment.getTime());
