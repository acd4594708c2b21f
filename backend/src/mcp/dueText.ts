import { casual, GB } from 'chrono-node/en';
import { addDays, mondayOf } from '../../contract/localDays.js';
import { isDay } from '../../contract/text.js';

const LENGTH_MAX = 60;

/** Numbers like 3/12 or 3-12-2026: another day in other countries. */
const AMBIGUOUS = /(?<![\d/-])(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|1[0-2])(?!\d)/;
/** Numbers with dots begin with the day. */
const WITH_DOTS = /\d\.\d/;
const WEEK = 7;
const NEXT_WEEK = /^(?:(?:on|by|due|until)\s+)*next week$/;
const WEEKDAY = /^(?:(?:on|by|due|until)\s+)*(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*$/;
const IS_PAST = /\b(?:last|past) (?:sun|mon|tue|wed|thu|fri|sat)/;

/**
 * Reads a day as agents write it: `2026-12-01`, `tomorrow`, `next friday`, `in 3 days`. Returns null if the text is no single
 * day, can mean two of them, or also names a time. `today` is the person's present day.
 */
export function readDayText(text: string, today: string): string | null {
  const words = text.trim().toLowerCase();
  if (isDay(words)) return words;
  if (words === '' || words.length > LENGTH_MAX || AMBIGUOUS.test(words)) return null;
  // The parser adds a week to today.
  if (NEXT_WEEK.test(words)) return addDays(mondayOf(today), WEEK);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // at noon, so that days do not shift; the parser knows only the zone of this process
  const noon = new Date(year, month - 1, day, 12);
  const parser = WITH_DOTS.test(words) ? GB : casual;
  const [result, ...more] = parser.parse(words, noon, { forwardDate: !IS_PAST.test(words) });
  if (!result || more.length > 0 || result.end) return null;
  const rest = words.slice(0, result.index) + words.slice(result.index + result.text.length);
  const { start } = result;
  if (!/^(?:on|by|due|until|\s|[,.])*$/.test(rest) || start.isCertain('hour')) return null;
  const hasDay = start.isCertain('day') || start.isCertain('weekday') || start.tags().has('result/relativeDate');
  if (!hasDay) return null;
  const two = (value: number | null): string => String(value).padStart(2, '0');
  const found = `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`;
  // The name of today's weekday means the day a week from now.
  return found === today && WEEKDAY.test(words) ? addDays(today, WEEK) : found;
}
