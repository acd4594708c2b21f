import { LOCALE } from '../../../lib/language';

const name = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric' });
const shortWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short' });
const longWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' });

// Noon is on the same day everywhere.
const noonOf = (day: string): Date => new Date(`${day}T12:00`);

/** 'Tuesday, November 24'. */
export const dayName = (day: string): string => name.format(noonOf(day));

/** 'Tue', and in full for screen readers. */
export const weekdayName = (day: string): string => shortWeekday.format(noonOf(day));
export const fullWeekday = (day: string): string => longWeekday.format(noonOf(day));

/** 'Nov' */
export const shortMonth = (day: string): string => month.format(noonOf(day));

/** 24 */
export const dateOf = (day: string): number => Number(day.slice(-2));
