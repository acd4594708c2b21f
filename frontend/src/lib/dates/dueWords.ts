// Parses due dates as people write them. Imports chrono-node, so only code that loads later may import this.
import type { Chrono } from 'chrono-node';
import { casual, GB, type ParsedResult } from 'chrono-node/en';
import { addDays, addMonths, addYears, getDay, setDate, startOfMonth, startOfYear } from 'date-fns';
import { readPlainDue } from './dueText';
import { isoDay, startOfDay } from './day';
import {
  firstWeekdayFrom,
  nextMonday,
  nextWeekStart,
  todayOf,
  wallClock,
  type DateContext,
  type Today,
} from './localDays';
import { readerLocale, writesDayFirst } from '../locale';
import { loadLocalWords, localChrono, localLocale, toEnglishNames } from './localWords';

await loadLocalWords();

/** Longer texts are not dates. */
const LENGTH_MAX = 60;

const NAMES =
  'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?';
const SHORT_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = new RegExp(`(?:\\b(?:coming|upcoming) )?\\b(${NAMES})\\b\\.?`);
const weekdayOf = (name = ''): number => SHORT_NAMES.indexOf(name.slice(0, 3));

const FRIDAY = 5;

/** The next day of this number, in a month that has it. */
const nextNumbered = (today: Date, number: number): Date | null => {
  for (let month = startOfMonth(today), tries = 0; tries < 3; month = addMonths(month, 1), tries += 1) {
    const day = setDate(month, number);
    if (day >= today && day.getDate() === number) return day;
  }
  return null;
};

/** Words that chrono-node does not know, or reads as another day, with their days. */
const NAMED_DAYS: readonly (readonly [RegExp, (today: Today, name: string) => Date | null])[] = [
  [
    new RegExp(`\\b(?:next week,?(?: on)? (${NAMES})|(${NAMES}) (?:of )?next week|next (${NAMES}))\\b\\.?`),
    (today, name) => firstWeekdayFrom(nextWeekStart(today), weekdayOf(name)),
  ],
  [new RegExp(`\\bthis (${NAMES})\\b\\.?`), ({ day }, name) => firstWeekdayFrom(day, weekdayOf(name))],
  [
    new RegExp(`\\b(?:last|past) (${NAMES})\\b\\.?`),
    ({ day }, name) => firstWeekdayFrom(addDays(day, -7), weekdayOf(name)),
  ],
  [/\bnext week\b/, nextMonday],
  [/\bnext month\b/, ({ day }) => startOfMonth(addMonths(day, 1))],
  [/\bnext year\b/, ({ day }) => startOfYear(addYears(day, 1))],
  [/\b(?:end of (?:the |this )?week|eow)\b/, ({ day }) => firstWeekdayFrom(day, FRIDAY)],
  [/^(?:the )?(\d{1,2})(?:st|nd|rd|th)(?=$|,| at\b| \d)/, ({ day }, number) => nextNumbered(day, Number(number))],
];

/** Synonyms of words that chrono-node knows. */
const SAME_AS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:due|by|on|until|till) )+/, ''],
  [/\b(?:tom|tmw|2moro)\b/, 'tomorrow'],
  [/\b(?:eod|end of (?:the )?day)\b/, 'today'],
  [/\beom\b/, 'end of month'],
  [/\b(?:noon|midday)\b/, '12:00'],
  [/\ba fortnight\b/, '2 weeks'],
  [/\bfrom today\b/, 'from now'],
  [/^(?=day after )/, 'the '],
];

/** Periods, which chrono-node would read as today or a day in the past. */
const NO_DAY = /\b(?:this|last|past) (?:week|month|quarter|year)\b/;
/** '17h' is a time to some people and a duration to others. */
const SAYS_SPAN = /\bin\b|\bfrom now\b|\blater\b|\+/;

const PARTS_OF_DAY = {
  morning: '09:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '21:00',
  tonight: '21:00',
} as const;

/** The parsed value; a time without a day means its next occurrence. */
interface Words {
  day: string | null;
  time: string | null;
}

/** A noon in winter, because no clock changes then, wherever the browser is. */
const QUIET = new Date(2026, 0, 15, 12);

interface Reading {
  now: Date;
  zone: string | undefined;
  today: Today;
  dayFirst: boolean;
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

// A period follows days in all locales. In locales that write days first, chrono-node reads 'Nov 24' as November 2024.
const englishChrono = (text: string, dayFirst: boolean): Chrono =>
  !MONTH.test(text) && (dayFirst || /\d\.\s?\d/.test(text)) ? GB : casual;

/** The result of chrono-node, if it is a single date and covers the whole text. */
const chronoResult = (chrono: Chrono, text: string, from: Date): ParsedResult | null => {
  const [result, ...more] = chrono.parse(text, from, { forwardDate: true });
  if (!result || more.length > 0 || result.end) return null;
  const rest = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  return /^[\s,.]*$/.test(rest) ? result : null;
};

const timeOf = ({ start }: ParsedResult): string | null => {
  if (start.isCertain('hour')) {
    const two = (part: 'hour' | 'minute'): string => String(start.get(part) ?? 0).padStart(2, '0');
    return `${two('hour')}:${two('minute')}`;
  }
  const tags = start.tags();
  const part = Object.entries(PARTS_OF_DAY).find(([name]) => tags.has(`casualReference/${name}`));
  return part?.[1] ?? null;
};

const readByChrono = (chrono: Chrono, text: string, { now, zone, today }: Reading): Words | null => {
  // At noon, so that days do not shift, because chrono-node knows only one time zone.
  const noon = new Date(today.day.getFullYear(), today.day.getMonth(), today.day.getDate(), 12);
  const result = chronoResult(chrono, text, noon);
  if (!result) return null;
  const { start } = result;
  const tags = start.tags();
  if (tags.has('result/relativeDateAndTime')) {
    const span = SAYS_SPAN.test(text) || chrono === localChrono() ? chronoResult(chrono, text, QUIET) : null;
    return span && wallClock(new Date(now.getTime() + span.start.date().getTime() - QUIET.getTime()), zone);
  }
  // A time of another zone.
  if (start.isCertain('timezoneOffset')) return null;
  const time = timeOf(result);
  const isDay = start.isCertain('day') || start.isCertain('weekday') || tags.has('result/relativeDate');
  if (isDay)
    return {
      day: isoDay(new Date(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1)),
      time,
    };
  // A month or a year alone is not a day.
  return time === null || start.isCertain('month') || start.isCertain('year') ? null : { day: null, time };
};

const read = (text: string, reading: Reading): Words | null => {
  const { today, dayFirst } = reading;
  const plain = readPlainDue(text, isoDay(today.day), dayFirst, localLocale());
  if (plain !== null) return plain ?? null;
  for (const [pattern, dayOf] of NAMED_DAYS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const day = dayOf(today, found.slice(1).find(Boolean) ?? '');
    return day && read(text.replace(pattern, isoDay(day)), reading);
  }
  const named = WEEKDAY.exec(text);
  if (!named) return readByChrono(englishChrono(text, dayFirst), text, reading);
  const weekday = weekdayOf(named[1]);
  const rest = `${text.slice(0, named.index)} ${text.slice(named.index + named[0].length)}`.replace(
    /^[\s,]+|[\s,]+$/g,
    '',
  );
  const words = rest === '' ? { day: null, time: null } : read(rest, reading);
  if (!words) return null;
  // The name of today's weekday means the day a week from now.
  const day = words.day ?? isoDay(firstWeekdayFrom(addDays(today.day, 1), weekday));
  return getDay(startOfDay(day)) === weekday ? { ...words, day } : null;
};

const readEnglish = (text: string, reading: Reading): Words | null =>
  read(
    SAME_AS.reduce((said, [pattern, meant]) => said.replace(pattern, meant), text),
    reading,
  );

/** Words before a day in some languages: 'le 3 décembre', 'am Freitag', 'w piątek'. */
const ARTICLE = /^(?:am|den|le|el|il|op|em|na|dnia|dia|we?)\s+/;

/** Parses days in the app's language. */
const readLocal = (text: string, reading: Reading): Words | null => {
  const english = toEnglishNames(text.replace(ARTICLE, ''));
  const words = english === text ? null : readEnglish(english, reading);
  const chrono = localChrono();
  return words ?? (chrono ? readByChrono(chrono, text, reading) : null);
};

/** A parsed local day, with its time if it has one. */
export interface ReadDue {
  due: string;
  hasTime: boolean;
}

/**
 * Parses a due date: 'fri', 'tomorrow 5pm', 'next week', 'in 3 days', '3.12.2026', 'Nov 25 at noon'. Returns null if
 * the text is not completely understood, so that no words are dropped silently. A weekday, or a day without a year,
 * means the next one.
 */
export const readDueWords = (text: string, options: DateContext = {}): ReadDue | null => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
  if (plain === '' || plain.length > LENGTH_MAX || NO_DAY.test(plain)) return null;
  const { now = new Date(), locale = readerLocale(), zone } = options;
  const today = todayOf(options);
  const reading = { now, zone, today, dayFirst: writesDayFirst(locale) };
  const words = readEnglish(plain, reading) ?? readLocal(plain, reading);
  if (!words) return null;
  const { time } = words;
  const isOver = time !== null && time <= wallClock(now, zone).time;
  const day = words.day ?? isoDay(isOver ? addDays(today.day, 1) : today.day);
  return day.length === '2026-11-21'.length
    ? { due: time === null ? day : `${day}T${time}`, hasTime: time !== null }
    : null;
};

/** '' and its words. */
const NONE = /^\s*(?:none|no (?:due )?date|never|remove)?\s*$/i;

/** Converts the text of a form's field to the contract's format: '' for none, and unchanged if it can't be parsed. */
export const toLocalDue = (text: string): string => (NONE.test(text) ? '' : (readDueWords(text)?.due ?? text));

/** Beyond this number of days, the name of a weekday means another day. */
const BEYOND_A_WEEK = 8;

/**
 * Parses a day, '2026-11-25', in the same words. Looking back, a day without a year is the latest one: in November,
 * 'Dec 1' is in the previous year.
 */
export const readDayWords = (
  text: string,
  { isPast = false, ...place }: DateContext & { isPast?: boolean } = {},
): string | null => {
  const { now = new Date() } = place;
  const dayAt = (moment: Date): string | null =>
    readDueWords(text, { ...place, now: moment })?.due.split('T')[0] ?? null;
  const day = dayAt(now);
  if (day === null || !isPast || day <= isoDay(todayOf(place).day)) return day;
  const isSameLater = dayAt(addDays(now, BEYOND_A_WEEK))?.slice(4) === day.slice(4);
  return isSameLater ? dayAt(addYears(now, -1)) : day;
};
