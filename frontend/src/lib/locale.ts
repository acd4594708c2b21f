import type { Day } from 'date-fns';
import { LOCALE } from '../texts/format';

/** What of Intl answers for this language; for the app's own where the browser's name for it is none ('en-US@posix'). */
const localeOf = (name: string): Intl.Locale => {
  try {
    return new Intl.Locale(name);
  } catch {
    return new Intl.Locale(LOCALE);
  }
};

/** The language that the reader has chosen, which also says how days are written and counted where they live. */
export const readerLocale = (): string => navigator.language;

/** The day that a week begins with where the reader lives. */
export const weekStart = (locale = readerLocale()): Day => {
  const known = localeOf(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // Not every browser knows; then as in the language of the app.
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 7 };
  return (firstDay % 7) as Day;
};

/** Is the day written before the month? */
export const writesDayFirst = (locale = readerLocale()): boolean => {
  const parts = new Intl.DateTimeFormat(localeOf(locale), { calendar: 'gregory' })
    .formatToParts(new Date(2026, 10, 25))
    .map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
};
