import { LOCALE } from '../../../language/language';

const name = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric' });
const shortWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const longWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' });

// Returns noon of a day, which is on that day in every time zone.
const noonOf = (day: string): Date => new Date(`${day}T12:00`);

/** 'Tuesday, November 24'. */
export const dayName = (day: string): string => name.format(noonOf(day));

/** Returns a short weekday such as 'Tue'. `fullWeekday` is for screen readers. */
export const weekdayName = (day: string): string => shortWeekday.format(noonOf(day));
export const fullWeekday = (day: string): string => longWeekday.format(noonOf(day));

/**
 * Returns the text before and after the number of a day with its month: 'Nov ' and '' for 'Nov 1', or '' and '. Nov.'
 * for '1. Nov.'.
 */
export const dateAffixes = (day: string): [before: string, after: string] => {
  const parts = shortDay.formatToParts(noonOf(day));
  const at = parts.findIndex(({ type }) => type === 'day');
  const textOf = (some: typeof parts): string => some.map(({ value }) => value).join('');
  return [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))];
};

/** 24 */
export const dateOf = (day: string): number => Number(day.slice(-2));
