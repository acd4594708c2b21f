import { dayAt, findTime } from '../../../contract/localDays.js';
import type { DateOrder } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import { isDay, LAST_DAY } from '../../../contract/text.js';
import { splitWords } from './words.js';

/** Parses dates as other programs write them into tables. */

/** How the names of the months begin, folded, in the languages of the app with Latin letters. No two months share one. */
const MONTHS = [
  'jan, ene, gen, sty',
  'feb, fev, lut',
  'mar, maa, mrz, mrt',
  'apr, abr, avr, kwi',
  'may, mai, mag, mei, maj',
  'jun, juin, giu, cze',
  'jul, juil, lug, lip',
  'aug, ago, aou, sie',
  'sep, set, wrz',
  'oct, okt, out, ott, paz',
  'nov, lis',
  'dec, dez, dic, gru',
].map(splitWords);

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](.*))?$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})\.?(?:[, T]+(.*))?$/;
const EAST_ASIAN = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日\s*\(?\p{Script=Han}{0,3}\)?(?:\s+(.*))?$/u;
const NUMERIC = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[, T]+(.*))?$/;
/** 17/Feb/24 10:23 AM, 17 February 2024, 17. Feb 2024, 17 de febrero de 2024 */
const DAY_MONTH =
  /^(?:[\p{L}-]{2,14}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|er)?[.\s/-]+(?:de\s+)?(\p{L}{3,12})[.\s/,-]+(?:de\s+)?(\d{4}|\d{2})(?:[, T]+(.*))?$/u;
/** Feb 17, 2024; Sat Feb 17 2024 10:00:00 GMT+0000 (UTC) */
const MONTH_DAY = /^(?:\p{L}{2,12}\.?,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:[, T]+(.*))?$/u;
const TIME =
  /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(Z|UTC|GMT|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)?(?:\s*\(.*\))?$/;

/** Signs and words between a date and its time, in several languages. */
const JOINT = /^(?:@|at|um|à|a las|alle ore|om|o|às)\s+/iu;

interface Parts {
  year: string;
  month: string | number;
  day: string;
  time: string | undefined;
}

const toYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

function toMonth(name: string): number {
  const folded = fold(name);
  return MONTHS.findIndex((beginnings) => beginnings.some((beginning) => folded.startsWith(beginning))) + 1;
}

function split(text: string, order: DateOrder): Parts | null {
  const whole = ISO.exec(text) ?? YEAR_FIRST.exec(text) ?? EAST_ASIAN.exec(text);
  if (whole) return { year: whole[1] ?? '', month: whole[2] ?? '', day: whole[3] ?? '', time: whole[4] };
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, one = '', other = '', year = '', time] = numeric;
    const [day, month] = order === 'DAY_FIRST' ? [one, other] : [other, one];
    return { year: toYear(year), month, day, time };
  }
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth) {
    const [, day = '', month = '', year = '', time] = dayMonth;
    return { year: toYear(year), month: toMonth(month), day, time };
  }
  const monthDay = MONTH_DAY.exec(text);
  if (!monthDay) return null;
  const [, month = '', day = '', year = '', time] = monthDay;
  return { year, month: toMonth(month), day, time };
}

/** Whether a text is a day that a task can be due on. */
export const isPossibleDay = (text: string): boolean => isDay(text) && text <= LAST_DAY;

const two = (value: string | number): string => String(value).padStart(2, '0');

/** Returns a day, or a moment if the text has a time other than midnight; null if the text is not a date. */
export function parseDate(raw: string, order: DateOrder, timeZone: string): string | null {
  const text = raw.trim().replaceAll('\u202f', ' ');
  if (text.length > 100) return null;
  const parts = split(text, order);
  if (!parts) return null;
  const day = `${parts.year}-${two(parts.month)}-${two(parts.day)}`;
  if (!isPossibleDay(day)) return null;
  const time = parts.time?.trim().replace(JOINT, '') ?? '';
  if (time === '') return day;
  const found = TIME.exec(time);
  if (!found) return null;
  const [, hourText = '', minute = '', second = '00', half = '', zone = ''] = found;
  let hour = Number(hourText);
  if (/^p/i.test(half) && hour < 12) hour += 12;
  if (/^a/i.test(half) && hour === 12) hour = 0;
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (zone === '' && hour === 0 && minute === '00') return day;
  if (zone === '') return findTime(day, `${two(hour)}:${minute}`, timeZone).toISOString();
  const [, hours, minutes = '00'] = /([+-]\d{2}):?(\d{2})?/.exec(zone) ?? [];
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const at = new Date(`${day}T${two(hour)}:${minute}:${second}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Returns the day of what `parseDate` has returned. */
export function dayOf(date: string | null, timeZone: string): string | null {
  return date === null || isDay(date) ? date : dayAt(new Date(date), timeZone);
}

/** Converts a day to a moment: noon in UTC. */
export const toMoment = (date: string | null): string | null => (date?.length === 10 ? `${date}T12:00:00.000Z` : date);

/** Returns the order of day and month in a list of dates, decided by a number above 12; null if there is none. */
export function findDateOrder(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    const numeric = NUMERIC.exec(text.trim());
    if (!numeric) continue;
    if (Number(numeric[1]) > 12) return 'DAY_FIRST';
    if (Number(numeric[2]) > 12) return 'MONTH_FIRST';
    // Dates with dots begin with the day.
    if (/^\d{1,2}\.\d{1,2}\./.test(text.trim())) return 'DAY_FIRST';
  }
  return null;
}

/** Whether a date could be read in both orders of day and month. */
export const isAmbiguous = (text: string): boolean => NUMERIC.test(text.trim());
