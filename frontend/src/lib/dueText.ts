import { DUE_TIME } from '@contract/limits';
import { LOCALE } from '../texts/format';
import { formatFull } from './dates';

/** The names of the months in the language of the app; three letters of one are enough. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(LOCALE, { month: 'long' }).format(new Date(2026, month, 1)).toLowerCase(),
);

/** Does the reader write the day before the month? The browser's language says so, and not that of the app. */
const writesDayFirst = (): boolean => {
  const parts = new Intl.DateTimeFormat(navigator.language)
    .formatToParts(new Date(2026, 10, 25))
    .map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
};

const two = (value: number): string => String(value).padStart(2, '0');

const CLOCK = /(?:^|[\s,t])(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(am|pm|a\.m\.|p\.m\.)?$/;

/** Takes the time off the end of a text; undefined where it says one that no clock shows. */
const takeTime = (text: string): { rest: string; time: string } | undefined => {
  const found = CLOCK.exec(text);
  const [whole = '', hours = '', minutes, half] = found ?? [];
  // A bare number is a day or a year; only a point is too little to tell a time from a day.
  if (!found || (!half && !/:\d/.test(whole))) return { rest: text, time: '' };
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

const monthNamed = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1;

const takeDay = (text: string, dayFirst: boolean): Day | undefined => {
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (year) return { year: Number(year[1]), month: Number(year[2]), day: Number(year[3]) };
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/.exec(text);
  if (numbers) {
    const [, first, mark, second, written] = numbers;
    const [a, b] = [Number(first), Number(second)];
    // Points stand after days wherever they are written; what cannot be a month is the day.
    const isDayFirst = mark === '.' || a > 12 || (dayFirst && b <= 12);
    return { year: yearOf(written), month: isDayFirst ? b : a, day: isDayFirst ? a : b };
  }
  const before = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?$/u.exec(text);
  if (before) return { month: monthNamed(before[1] ?? ''), day: Number(before[2]), year: yearOf(before[3]) };
  const after = /^(\d{1,2})(?:st|nd|rd|th|\.)?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?$/u.exec(text);
  if (after) return { month: monthNamed(after[2] ?? ''), day: Number(after[1]), year: yearOf(after[3]) };
  return undefined;
};

const dayText = ({ year, month, day }: Day & { year: number }): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

const exists = ({ year, month, day }: Day & { year: number }): boolean =>
  month >= 1 && month <= 12 && new Date(year, month - 1, day).getDate() === day;

/**
 * Reads a due date as people write it: '11/25', '25.11.2026', 'Nov 25, 2026, 5:00 PM', '2026-11-25T17:00'. Answers it as the
 * contract takes it, '2026-11-25' or '2026-11-25T17:00'; '' for nothing, null for what is not understood as a whole.
 *
 * A day without a year is the next one of that name.
 */
export const readDue = (text: string, now = new Date(), dayFirst = writesDayFirst()): string | null => {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
  if (plain === '') return '';
  const taken = takeTime(plain);
  const day = taken && takeDay(taken.rest, dayFirst);
  if (!taken || !day) return null;
  const year = day.year ?? now.getFullYear();
  const today = dayText({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  const thisYear = dayText({ ...day, year });
  const isPast = day.year === undefined && thisYear < today;
  const whole = { ...day, year: isPast ? year + 1 : year };
  if (!exists(whole)) return null;
  return dayText(whole) + (taken.time && `T${taken.time}`);
};

/** What `readDue` has read, in full; a day alone with the time that it is due at. */
export const dueWords = (local: string): string => {
  const moment = new Date(local.includes('T') ? local : `${local}T${DUE_TIME}`);
  return local !== '' && !Number.isNaN(moment.getTime()) ? formatFull(moment) : '';
};
