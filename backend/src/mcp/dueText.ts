import { casual } from 'chrono-node/en';
import { isDay } from '../../contract/text.js';

const LENGTH_MAX = 60;

/**
 * Reads a day as agents write it: `2026-12-01`, `tomorrow`, `next friday`, `in 3 days`. Returns null if the text is no single
 * day, or also names a time. `today` is the person's present day.
 */
export function readDayText(text: string, today: string): string | null {
  const words = text.trim().toLowerCase();
  if (isDay(words)) return words;
  if (words === '' || words.length > LENGTH_MAX) return null;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // at noon, so that days do not shift; the parser knows only the zone of this process
  const noon = new Date(year, month - 1, day, 12);
  const [result, ...more] = casual.parse(words, noon, { forwardDate: true });
  if (!result || more.length > 0 || result.end) return null;
  const rest = words.slice(0, result.index) + words.slice(result.index + result.text.length);
  const { start } = result;
  if (!/^(?:on|by|due|until|\s|[,.])*$/.test(rest) || start.isCertain('hour')) return null;
  const hasDay = start.isCertain('day') || start.isCertain('weekday') || start.tags().has('result/relativeDate');
  if (!hasDay) return null;
  const two = (value: number | null): string => String(value).padStart(2, '0');
  return `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`;
}
