import { format, formatDistanceStrict, isSameDay, parseISO, startOfDay, subDays, subMinutes } from 'date-fns';
import type { TaskStatus } from '@contract/enums';
import { isOverdue } from '@contract/taskList';
import { dateLocale } from '../texts/format';
import { libTexts } from '../texts/lib';

const { formats } = libTexts;

/** A moment as the API sends it (ISO 8601) or as the app holds it. */
export type Moment = string | Date;

const toDate = (moment: Moment): Date => (typeof moment === 'string' ? parseISO(moment) : moment);

/** A moment in the words of the reader's language. */
const write = (moment: Moment, pattern: string): string => format(toDate(moment), pattern, { locale: dateLocale });

/** 'Today at 5:00 PM', 'Yesterday at 5:00 PM', otherwise 'Nov 21, 2026', in the reader's time zone. */
export const formatMoment = (moment: Moment, now: Date = new Date()): string => {
  const date = toDate(moment);
  if (isSameDay(date, now)) return libTexts.todayAt(formatTime(date));
  // Counted in calendar days: the day before is yesterday even where a clock change makes it 23 or 25 hours.
  if (isSameDay(date, subDays(startOfDay(now), 1))) return libTexts.yesterdayAt(formatTime(date));
  return formatDay(date);
};

/** 'Nov 21, 2026'. */
export const formatDay = (moment: Moment): string => write(moment, formats.day);

/** 'Nov 21': where the year goes without saying. */
export const formatShortDay = (moment: Moment): string => write(moment, formats.shortDay);

/** '5:00 PM': under a heading that names the day. */
export const formatTime = (moment: Moment): string => write(moment, formats.time);

/** 'November 21, 2026'. */
export const formatLongDate = (moment: Moment): string => write(moment, formats.longDay);

/** 'November 2026'. */
export const formatMonth = (moment: Moment): string => write(moment, formats.month);

/** 'Nov 21, 2026, 5:00 PM': for titles and details, where nothing may be left open. */
export const formatFull = (moment: Moment): string => write(moment, formats.full);

export interface Due {
  text: string;
  tone: 'late' | 'today' | 'later';
}

/** 'Overdue by 2 days', 'Due today at 5:00 PM' or 'Due Nov 24, 2026', and how urgently to show it. */
export const dueLabel = (dueDate: Moment, status: TaskStatus, now: Date = new Date()): Due => {
  const date = toDate(dueDate);
  if (isOverdue(date, status, now)) {
    // Whole units that have passed, and never less than a minute: '0 seconds' is no lateness.
    const late = date > subMinutes(now, 1) ? subMinutes(now, 1) : date;
    const span = formatDistanceStrict(late, now, { roundingMethod: 'floor', locale: dateLocale });
    return { text: libTexts.overdueBy(span), tone: 'late' };
  }
  if (isSameDay(date, now)) return { text: libTexts.dueTodayAt(formatTime(date)), tone: 'today' };
  return { text: libTexts.due(formatDay(date)), tone: 'later' };
};
