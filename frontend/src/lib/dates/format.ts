import type { DueTask } from '@contract/taskPlace';
import { LOCALE } from '../../language/language';
import { libTexts } from '../../texts/lib';
import { startOfDay } from './day';
import { isDueDay, isLate } from './due';

/** A moment as the API sends it (ISO 8601) or as the app holds it. */
export type Moment = string | Date;

/** A day without a time is in the reader's time zone, not in UTC. */
const toDate = (moment: Moment): Date =>
  moment instanceof Date ? moment : isDueDay(moment) ? startOfDay(moment) : new Date(moment);

/** Creates a function that formats moments in the app's language and the reader's time zone. */
export const dateFormatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (moment: Moment): string => {
    format ??= new Intl.DateTimeFormat(LOCALE, options);
    // Some browsers put a narrow no-break space before AM and PM.
    return format.format(toDate(moment)).replace('\u202f', ' ');
  };
};

/** 'Nov 21, 2026'. */
export const formatDay = dateFormatter({ dateStyle: 'medium' });

/** 'Nov 21': for dates whose year is evident. */
export const formatShortDay = dateFormatter({ month: 'short', day: 'numeric' });

/** '5:00 PM': under a heading that names the day. */
export const formatTime = dateFormatter({ timeStyle: 'short' });

/** 'Wednesday': for a day in the current week. */
export const dayOfWeek = dateFormatter({ weekday: 'long' });

/** 'November 21, 2026'. */
export const formatLongDate = dateFormatter({ dateStyle: 'long' });

/** 'November 2026'. */
export const formatMonth = dateFormatter({ month: 'long', year: 'numeric' });

/** 'Nov 21, 2026, 5:00 PM': for titles and details, which must be unambiguous. */
export const formatFull = dateFormatter({ dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 21, 2026, 5:00 PM', or 'Nov 21, 2026' for a day. */
export const formatDueValue = (due: string): string => (isDueDay(due) ? formatDay : formatFull)(due);

let range: Intl.DateTimeFormat | undefined;

/** 'Nov 22 – 28, 2026', 'Nov 29 – Dec 5, 2026' or 'Oct 22, 2026 – Jun 2, 2027'. */
export const formatDays = (first: string, last: string): string => {
  range ??= new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', day: 'numeric' });
  // Some browsers put thin spaces around the dash.
  return range.formatRange(startOfDay(first), startOfDay(last)).replaceAll(/[\u2009\u202f]/g, ' ');
};

/** 'Sat, Nov 21': for a day in the near future or past. */
export const formatNearDay = dateFormatter({ weekday: 'short', month: 'short', day: 'numeric' });

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** By calendar days: the previous day is yesterday, even if a clock change makes it 23 or 25 hours. */
const isDayBefore = (date: Date, now: Date): boolean =>
  isSameDay(date, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));

/** 'Today at 5:00 PM', 'Yesterday at 5:00 PM', otherwise 'Nov 21, 2026', in the reader's time zone. */
export const formatMoment = (moment: Moment, now: Date = new Date()): string => {
  const date = toDate(moment);
  if (isSameDay(date, now)) return libTexts.todayAt(formatTime(date));
  return isDayBefore(date, now) ? libTexts.yesterdayAt(formatTime(date)) : formatDay(date);
};

/** 'Today', 'Yesterday' or 'Nov 21, 2026', in the reader's time zone. */
export const formatRecentDay = (moment: string, now: Date = new Date()): string => {
  const date = toDate(moment);
  if (isSameDay(date, now)) return libTexts.today;
  return isDayBefore(date, now) ? libTexts.yesterday : formatDay(date);
};

/** Groups a list that is sorted by time into days. */
export const groupByDay = <Item>(
  items: readonly Item[],
  momentOf: (item: Item) => string,
  now: Date,
): readonly { day: string; items: readonly Item[] }[] => {
  const groups: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = formatRecentDay(momentOf(item), now);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
};

/** The units of a duration: the minutes from which each is used, and its length in minutes. */
const UNITS = [
  ['year', 12 * 43_200, 525_600],
  ['month', 43_200, 43_200],
  ['day', 1440, 1440],
  ['hour', 60, 60],
  ['minute', 1, 1],
] as const;

/** '2 days': whole units that have passed, but at least a minute, because '0 seconds' would look wrong. */
const spanSince = (date: Date, now: Date): string => {
  const minutes = Math.max(1, (now.getTime() - date.getTime()) / 60_000);
  // Days are calendar days, even across clock changes.
  const onCalendar = minutes + date.getTimezoneOffset() - now.getTimezoneOffset();
  const passed = (length: number): number => (length < 1440 ? minutes : onCalendar);
  const [unit, , length] = UNITS.find(([, from]) => passed(from) >= from) ?? ['minute', 1, 1];
  const units = Math.max(1, Math.floor(passed(length) / length));
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(units);
};

export interface Due {
  text: string;
  tone: 'late' | 'today' | 'later';
}

/**
 * 'Overdue by 2 days', 'Due today at 5:00 PM' or 'Due Nov 24, 2026', with the urgency to show it with. For a day, 'Due
 * today'.
 */
export const dueLabel = (due: string, task: DueTask, now: Date = new Date()): Due => {
  const date = toDate(due);
  if (isLate(task, now)) return { text: libTexts.overdueBy(spanSince(date, now)), tone: 'late' };
  if (isSameDay(date, now)) {
    return { text: task.dueDay === null ? libTexts.dueTodayAt(formatTime(date)) : libTexts.dueToday, tone: 'today' };
  }
  return { text: libTexts.due(formatDay(date)), tone: 'later' };
};
