import { LOCALE } from '../../../language/language';
import { startOfDay } from '../../../lib/dates/day';
import { dateFormatter } from '../../../lib/dates/format';

const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });

/** 'Tuesday, November 24'. */
export const dayName = dateFormatter({ weekday: 'long', month: 'long', day: 'numeric' });

/** Returns a short weekday such as 'Tue'. `dayOfWeek` is for screen readers. */
export const weekdayName = dateFormatter({ weekday: 'short' });

/**
 * Returns the text before and after the number of a day with its month: 'Nov ' and '' for 'Nov 1', or '' and '. Nov.'
 * for '1. Nov.'.
 */
export const dateAffixes = (day: string): [before: string, after: string] => {
  const parts = shortDay.formatToParts(startOfDay(day));
  const at = parts.findIndex(({ type }) => type === 'day');
  const textOf = (some: typeof parts): string => some.map(({ value }) => value).join('');
  return [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))];
};

/** 24 */
export const dateOf = (day: string): number => Number(day.slice(-2));
