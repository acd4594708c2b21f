import { isTimeZone } from '../../contract/timeZone.js';

/** What the calendar and the clock on the wall of a time zone show. */
export interface LocalTime {
  /** '2026-11-22' */
  date: string;
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 0 to 23 */
  hour: number;
}

/** Where a person's zone is not known any more. */
const FALLBACK = 'UTC';
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Making one takes longer than using it. There are some six hundred names, but they may be written in any case. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const CLOCKS_MAX = 1_000;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: isTimeZone(zone) ? zone : FALLBACK,
    calendar: 'gregory',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  if (clocks.size >= CLOCKS_MAX) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}

/**
 * Local time in a zone, by the same list of zones that the contract takes them from. The database has another list, which
 * lacks some of them and means another time by others (IST, PST), so no statement ever carries a person's zone. A zone
 * that is not known any more counts as UTC.
 */
export function localTime(at: Date, zone: string): LocalTime {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    date: [parts.get('year')?.padStart(4, '0'), parts.get('month'), parts.get('day')].join('-'),
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1,
    hour: Number(parts.get('hour')),
  };
}
