import { LOCALE } from '../../language/language';
import { isDay, startOfDay } from './day';
import { isDueDay } from './due';
import { formatDay, formatFull, dateFormatter } from './format';

/** A day ('2026-11-25'), and its time ('17:00') if it has one. */
export interface DayAndTime {
  day: string;
  time: string | null;
}

/** Returns the names of the months, long and short, as they are written alone and within a date. */
const monthNames = (locale: string): string[][] =>
  Array.from({ length: 12 }, (_, month) => {
    const date = new Date(2026, month, 1);
    const within = (options: Intl.DateTimeFormatOptions): string[] =>
      new Intl.DateTimeFormat(locale, options)
        .formatToParts(date)
        .flatMap((part) => (part.type === 'month' ? part.value : []));
    const names = (['long', 'short'] as const).flatMap((length) => [
      new Intl.DateTimeFormat(locale, { month: length }).format(date),
      ...within({ day: 'numeric', month: length }),
    ]);
    return names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  });

const known = new Map<string, string[][]>();
/** Returns the month names of English and of the app's language. */
const monthsOf = (locale: string): string[][] => {
  const months = known.get(locale) ?? monthNames(locale);
  known.set(locale, months);
  return months;
};

const two = (value: number): string => String(value).padStart(2, '0');

const CLOCK = /(?:^|[\s,t])(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(am|pm|a\.m\.|p\.m\.)?$/;

/** Removes the time from the end of a text; undefined if the time does not exist. */
const takeTime = (typed: string): { rest: string; time: string | null } | undefined => {
  // Canadians write 17 h 05 in French.
  const text = typed.replace(/(\d)\s?h\s?(\d{2})$/, '$1:$2');
  const found = CLOCK.exec(text);
  const [whole = '', hours = '', minutes, half] = found ?? [];
  // A bare number is a day or a year, and a period alone does not distinguish a time from a day.
  if (!found || (!half && !/:\d/.test(whole))) return { rest: text, time: null };
  const clock = Number(hours);
  const minute = Number(minutes ?? 0);
  const hour = half ? (clock % 12) + (half.startsWith('p') ? 12 : 0) : clock;
  if (minute > 59 || hour > 23 || (half && (clock < 1 || clock > 12))) return undefined;
  const rest = text
    .slice(0, found.index)
    .replace(/\s+at$/, '')
    .trim();
  return { rest, time: `${two(hour)}:${two(minute)}` };
};

interface Day {
  year?: number | undefined;
  month: number;
  day: number;
}

const yearOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.length === 2 ? 2000 + Number(text) : Number(text);

/** Returns the number of a month; three letters of its name are enough. 0 if there is none. */
const monthNamed = (name: string, locale: string): number =>
  [locale, 'en-US']
    .map((each) => monthsOf(each).findIndex((names) => names.some((month) => month.startsWith(name))) + 1)
    .find((month) => month > 0) ?? 0;

const takeDay = (text: string, dayFirst: boolean, locale: string): Day | undefined => {
  // Chinese and Japanese.
  const signs = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]?$/.exec(text);
  if (signs) return { year: yearOf(signs[1]), month: Number(signs[2]), day: Number(signs[3]) };
  const year = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/.exec(text);
  if (year) return { year: Number(year[1]), month: Number(year[3]), day: Number(year[4]) };
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/.exec(text);
  if (numbers) {
    const [, first, mark, second, written] = numbers;
    const [a, b] = [Number(first), Number(second)];
    // A period follows days in all locales; a number above 12 is the day.
    const isDayFirst = mark === '.' || a > 12 || (dayFirst && b <= 12);
    return { year: yearOf(written), month: isDayFirst ? b : a, day: isDayFirst ? a : b };
  }
  const before = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?$/u.exec(text);
  if (before) return { month: monthNamed(before[1] ?? '', locale), day: Number(before[2]), year: yearOf(before[3]) };
  const after = /^(\d{1,2})(?:st|nd|rd|th|\.|er|º)?\s+(?:(?:of|de)\s+)?(\p{L}{3,})\.?(?:\s+(?:de\s+)?(\d{4}))?$/u.exec(
    text,
  );
  if (after) return { month: monthNamed(after[2] ?? '', locale), day: Number(after[1]), year: yearOf(after[3]) };
  return undefined;
};

const dayText = ({ year, month, day }: Day & { year: number }): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

const exists = ({ year, month, day }: Day & { year: number }): boolean =>
  month >= 1 && month <= 12 && new Date(year, month - 1, day).getDate() === day;

/** Feb 29 recurs after eight years at the latest. */
const YEARS_AHEAD = 8;

/** Returns the day with its year; without a year, the next such day. */
const withYear = (day: Day, today: string): string | null => {
  if (day.year !== undefined) return exists({ ...day, year: day.year }) ? dayText({ ...day, year: day.year }) : null;
  const first = Number(today.slice(0, 4));
  for (let year = first; year <= first + YEARS_AHEAD; year += 1) {
    const whole = { ...day, year };
    if (exists(whole) && dayText(whole) >= today) return dayText(whole);
  }
  return null;
};

/**
 * Parses a day in numbers or with the name of its month: '11/25', '25.11.2026', 'Nov 25, 2026, 5:00 PM',
 * '2026-11-25T17:00'. Returns null if the text is not completely understood, and undefined if the day or time does not
 * exist, so that no other parser is tried.
 */
export const readPlainDue = (
  text: string,
  today: string,
  dayFirst: boolean,
  locale: string = LOCALE,
): DayAndTime | null | undefined => {
  const taken = takeTime(text);
  if (!taken) return undefined;
  // '3. 12. 2026', as some write.
  const day = takeDay(taken.rest.replace(/(\d\.)\s+(?=\d)/g, '$1'), dayFirst, locale);
  if (!day) return null;
  if (day.month === 0) return null;
  const whole = withYear(day, today);
  return whole === null ? undefined : { day: whole, time: taken.time };
};

/** Formats a date completely; a day without a time. '' if it is invalid. */
export const formatDue = (local: string): string => {
  if (isDay(local)) return formatDay(startOfDay(local));
  const moment = new Date(local);
  return local.includes('T') && !Number.isNaN(moment.getTime()) ? formatFull(moment) : '';
};

/** 'Sat, Nov 21, 2026, 5:00 PM': shows how typed text was understood. */
const formatParsedMoment = dateFormatter({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const formatParsedDay = dateFormatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

/** 'Sat, Nov 21, 2026', with its time if it has one. */
export const formatParsedDue = (due: string): string => (isDueDay(due) ? formatParsedDay : formatParsedMoment)(due);
