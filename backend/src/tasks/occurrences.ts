// oxlint-disable-next-line import/default -- Node.js loads its CommonJS build, which has only a default export
import rrule from 'rrule';
import { addDays } from '../../contract/localDays.js';
import { DAY_MS, REPEATS } from '../../contract/limits.js';
import { parseRule } from '../../contract/repeat.js';

/* Computes the days of a recurrence rule. The library counts in UTC, so a day is represented by its midnight in UTC,
   and neither time zones nor clock changes matter. */

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const RULES = new Map<string, Partial<rrule.Options>>();
/** The number of cached rules; few different ones exist. */
const KEPT = 1_000;

function parseOptions(rule: string): Partial<rrule.Options> {
  const known = RULES.get(rule);
  if (known) return known;
  const parsed = rrule.RRule.parseString(rule);
  if (RULES.size >= KEPT) RULES.clear();
  RULES.set(rule, parsed);
  return parsed;
}

/**
 * Returns a day up to `from` on which the rule can begin without a change of its later days. Rules of days and weeks count
 * from their start, so whole intervals can be skipped; otherwise years of single days would be searched.
 */
function skipIntervals({ freq, interval = 1 }: Partial<rrule.Options>, start: string, from: string): string {
  const length = freq === rrule.RRule.DAILY ? interval : freq === rrule.RRule.WEEKLY ? 7 * interval : 0;
  if (length === 0 || from <= start) return start;
  const passed = Math.floor((Date.parse(from) - Date.parse(start)) / DAY_MS / length);
  return addDays(start, passed * length);
}

/**
 * Returns the first day of a rule that begins on `start`, on or after `from`; null if there is none among a thousand days of the
 * rule or within ten years of `from`.
 */
export function firstDay(rule: string, start: string, from: string): string | null {
  const until = toDate(addDays(from, REPEATS.searchDays));
  const options = parseOptions(rule);
  const days = new rrule.RRule({ ...options, dtstart: toDate(skipIntervals(options, start, from)), until });
  let found: string | null = null;
  days.all((date, at) => {
    const day = toDay(date);
    if (day >= from) found = day;
    return found === null && at < REPEATS.searchMax;
  });
  return found;
}

/** Returns a rule in English, such as “every month on the 2nd Tuesday”; null if no short text describes it. */
export function describeRule(rule: string): string | null {
  // The library's text omits positions.
  if (parseRule(rule)?.positions.length !== 0) return null;
  const parsed = new rrule.RRule(parseOptions(rule));
  return parsed.isFullyConvertibleToText() ? parsed.toText().replace(/ on the last$/, ' on the last day') : null;
}
