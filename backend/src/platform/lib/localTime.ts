import { isTimeZone } from '../../../contract/timeZone.js';

/** Date and hour in a time zone. */
export interface LocalTime {
  /** '2026-11-22' */
  date: string;
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 0 to 23 */
  hour: number;
}

/** Used for a zone that is no longer valid. */
const FALLBACK = 'UTC';
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Cached, because construction is slow. Names of zones ignore case, so there are more than the 600 canonical ones. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const FORMATTERS_MAX = 1_000;

function getFormatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: isTimeZone(zone) ? zone : FALLBACK,
    calendar: 'gregory',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

/**
 * Converts to local time by the zones that the contract accepts. PostgreSQL's list lacks some of them and differs for others
 * (IST, PST), so no statement uses a person's zone. An unknown zone counts as UTC.
 */
export function localTime(at: Date, zone: string): LocalTime {
  const parts = new Map(
    getFormatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    date: [parts.get('year')?.padStart(4, '0'), parts.get('month'), parts.get('day')].join('-'),
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1,
    hour: Number(parts.get('hour')),
  };
}
