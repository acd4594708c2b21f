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

/** Regions whose weeks begin on a Saturday or a Sunday (CLDR's weekData), for browsers that do not know; else on Monday. */
const SATURDAY = /^(?:AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;
const SUNDAY =
  /^(?:AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;

const weekStartByRegion = (region = ''): Day => (SATURDAY.test(region) ? 6 : SUNDAY.test(region) ? 0 : 1);

/** The day that a week begins with where the reader lives. */
export const weekStart = (locale = readerLocale()): Day => {
  const known = localeOf(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const info = known.getWeekInfo?.() ?? known.weekInfo;
  return info ? ((info.firstDay % 7) as Day) : weekStartByRegion(known.maximize().region);
};

/** Is the day written before the month? */
export const writesDayFirst = (locale = readerLocale()): boolean => {
  const parts = new Intl.DateTimeFormat(localeOf(locale), { calendar: 'gregory' })
    .formatToParts(new Date(2026, 10, 25))
    .map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
};
