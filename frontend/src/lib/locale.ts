import type { Day } from 'date-fns';
import { browserLanguage, LANGUAGE, LOCALE } from '../language/language';

/** Returns a locale that Intl supports: the browser's, or the app's if that one is invalid ('en-US@posix'). */
const localeOf = (name: string): Intl.Locale => {
  try {
    return new Intl.Locale(name);
  } catch {
    return new Intl.Locale(LOCALE);
  }
};

/**
 * Returns the reader's locale, which decides how days are typed, when a week begins and which days are its weekend: the
 * browser's or, if another language was chosen, the app's.
 */
export const readerLocale = (): string => (LANGUAGE === browserLanguage() ? navigator.language : LOCALE);

/**
 * Regions whose weeks begin on Saturday or Sunday (CLDR's weekData), for browsers without this data; all others begin
 * on Monday.
 */
const SATURDAY = /^(?:AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;
const SUNDAY =
  /^(?:AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;

const weekStartByRegion = (region = ''): Day => (SATURDAY.test(region) ? 6 : SUNDAY.test(region) ? 0 : 1);

interface WeekInfo {
  firstDay: number;
  weekend: readonly number[];
}

/** Returns what the browser knows about the weeks of a region; not every browser does. */
const weekInfo = (locale: Intl.Locale): WeekInfo | undefined => {
  const known = locale as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return known.getWeekInfo?.() ?? known.weekInfo;
};

/** The first day of the week in the reader's region. */
export const weekStart = (locale = readerLocale()): Day => {
  const known = localeOf(locale);
  const info = weekInfo(known);
  return info ? ((info.firstDay % 7) as Day) : weekStartByRegion(known.maximize().region);
};

/** Returns the weekend in the reader's region; 0 is Sunday. */
export const weekendDays = (): readonly number[] =>
  (weekInfo(localeOf(readerLocale()))?.weekend ?? [6, 7]).map((day) => day % 7);

/** Whether the day is written before the month. */
export const writesDayFirst = (locale = readerLocale()): boolean => {
  const parts = new Intl.DateTimeFormat(localeOf(locale), { calendar: 'gregory' })
    .formatToParts(new Date(2026, 10, 25))
    .map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
};
