import { DAY_MS, DUE_TIME } from './limits.js';
import type { Day, Days } from './taskList.js';
import { isTimeZone } from './timeZone.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More than any zone's offset from UTC or clock change. */
const MAX_OFFSET_MS = 16 * HOUR_MS;

/** Formatters by zone, because creating one takes longer than using it. */
const calendars = new Map<string, (at: number) => string>();
/** Zone names ignore case, so there are many more than the six hundred canonical ones. */
const CALENDARS_MAX = 1_000;

/** Returns a formatter of dates such as '2026-11-22' in a zone. An unknown zone counts as UTC. */
function calendarOf(zone: string): (at: number) => string {
  const known = calendars.get(zone);
  if (known) return known;
  if (!isTimeZone(zone)) return calendarOf('UTC');
  const calendar = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const format = (at: number): string => calendar.format(at);
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  calendars.set(zone, format);
  return format;
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

/** Returns today, tomorrow, next week's Monday and the one after in a time zone. */
export function computeDays(now: Date, zone: string): Days {
  const dateAt = calendarOf(zone);
  const today = Date.parse(`${dateAt(now.getTime())}T00:00:00Z`);
  const daysToMonday = ((7 - new Date(today).getUTCDay()) % 7) + 1;
  const dayAfter = (days: number): Day => {
    const day = today + days * DAY_MS;
    return { date: new Date(day).toISOString().slice(0, 10), start: findDayStart(day, dateAt) };
  };
  return {
    today: dayAfter(0),
    tomorrow: dayAfter(1),
    nextWeek: dayAfter(daysToMonday),
    weekAfter: dayAfter(daysToMonday + 7),
  };
}

const createClock = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    hour: '2-digit',
    minute: '2-digit',
  });

/**
 * Returns the moment when the clocks of a zone show a time such as '18:00' on a day. If they skip that time, returns
 * the first moment after it.
 */
export function findTime(day: string, time: string, zone: string): Date {
  const dateAt = calendarOf(zone);
  const start = findDayStart(Date.parse(day), dateAt).getTime();
  const clock = createClock(zone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const usual = start + hours * HOUR_MS + minutes * MINUTE_MS;
  // Clocks change by up to three hours, in steps of a quarter of an hour.
  for (let shift = 0; shift <= 3 * HOUR_MS; shift += 15 * MINUTE_MS) {
    for (const at of [usual - shift, usual + shift]) {
      if (clock.format(at) === time && dateAt(at) === day) return new Date(at);
    }
  }
  return new Date(usual);
}

/** Returns the time at which a day is due in a time zone. */
export const dueTimeOf = (day: string, zone: string): Date => findTime(day, DUE_TIME, zone);

/** Returns the moment on a day when the zone's clocks show the same time as at the given moment. */
export const timeOfDay = (day: string, moment: Date, zone: string): Date =>
  findTime(day, createClock(zone).format(moment), zone);

/** Returns the day a number of days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the starts of consecutive days and the end of the last one. Searches only for days with a clock change; other
 * days start 24 hours after the day before.
 */
export function listDayStarts(first: string, days: number, zone: string): Date[] {
  const dateAt = calendarOf(zone);
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

export function mondayOf(day: string): string {
  const at = Date.parse(day);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a time as a date in a time zone: '2026-11-22'. */
export const dayAt = (moment: Date, zone: string): string => calendarOf(zone)(moment.getTime());
