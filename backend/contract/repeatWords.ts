// Parses the repetition of a task from words: 'every day', 'every 2nd tuesday', 'every! 3 days'.
import { RepeatMode, WEEKDAYS, type Repeat } from './repeat.js';

/** A rule and its mode: 'every!' counts from the day the task is done. */
export type ReadRepeat = Pick<Repeat, 'rule' | 'mode'>;

const UNITS: Readonly<Record<string, string>> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };
const WORDS: Readonly<Record<string, string>> = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };
const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 };
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH_LENGTH_MIN = 3;
const NAME =
  /^(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?$/;

const weekdayOf = (word: string): (typeof WEEKDAYS)[number] | undefined =>
  NAME.test(word) ? WEEKDAYS.find((day) => word.toUpperCase().startsWith(day)) : undefined;

const numberOf = (word: string): number | null => {
  if (/^[1-9]\d{0,2}$/.test(word)) return Number(word);
  return word === 'other' ? 2 : null;
};

const ordinalOf = (word: string): number | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? [];
  return digits === undefined ? (ORDINALS[word] ?? null) : Number(digits);
};

const withInterval = (frequency: string, interval: number, rest = ''): string =>
  `FREQ=${frequency}${interval > 1 ? `;INTERVAL=${interval}` : ''}${rest}`;

/** 'tuesday', 'mon, wed and fri'. */
const readWeekdays = (words: readonly string[]): string | null => {
  const days = words.filter((word) => word !== 'and' && word !== '&').map(weekdayOf);
  if (days.length === 0 || days.some((day) => day === undefined)) return null;
  return WEEKDAYS.filter((day) => days.includes(day)).join(',');
};

const readRule = (words: readonly string[]): string | null => {
  const [first = '', second = '', ...more] = words;
  const unit = UNITS[first.replace(/s$/, '')];
  if (words.length === 1 && unit) return `FREQ=${unit}`;
  if (words.length === 1 && /^(?:weekday|workday)s?$/.test(first)) return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  const interval = numberOf(first);
  const unitAfter = UNITS[second.replace(/s$/, '')];
  if (interval !== null && interval > 0 && unitAfter && more.length === 0) return withInterval(unitAfter, interval);
  // 'every other tuesday', but not 'every 2 tuesday'.
  const weekdays = readWeekdays(first === 'other' ? words.slice(1) : words);
  if (weekdays !== null) return withInterval('WEEKLY', first === 'other' ? 2 : 1, `;BYDAY=${weekdays}`);
  const nth = ordinalOf(first);
  if (nth !== null) {
    const weekday = weekdayOf(second);
    if (weekday && more.length === 0 && nth <= 5) return `FREQ=MONTHLY;BYDAY=${nth}${weekday}`;
    const isDay = words.length === 1 || (second === 'day' && more.length === 0);
    if (isDay && nth <= 31 && (nth > 0 || second === 'day')) return `FREQ=MONTHLY;BYMONTHDAY=${nth}`;
  }
  // 'nov 24', '24 november'.
  const [month = '', day = ''] = [first, second].toSorted((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)));
  const at = month.length < MONTH_LENGTH_MIN ? -1 : MONTHS.findIndex((name) => name.startsWith(month));
  const monthDay = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day)?.[1] ?? 0);
  const isDate = at >= 0 && monthDay >= 1 && monthDay <= 31 && more.length === 0;
  return isDate ? `FREQ=YEARLY;BYMONTH=${at + 1};BYMONTHDAY=${monthDay}` : null;
};

/** Parses all words; null if one of them is not understood. */
export const readRepeatWords = (text: string): ReadRepeat | null => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
  const [head = '', ...words] = plain.split(' ');
  const named = WORDS[head];
  if (named && words.length === 0) return { rule: `FREQ=${UNITS[named] ?? ''}`, mode: RepeatMode.FROM_DUE };
  if (head !== 'every' && head !== 'every!') return null;
  const rule = readRule(words);
  return rule === null ? null : { rule, mode: head === 'every!' ? RepeatMode.FROM_DONE : RepeatMode.FROM_DUE };
};
