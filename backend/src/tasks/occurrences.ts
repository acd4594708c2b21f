import { RRuleTemporal } from 'rrule-temporal';
import { toText } from 'rrule-temporal/totext';
import { addDays } from '../../contract/localDays.js';
import { REPEATS } from '../../contract/limits.js';
import { LAST_DAY } from '../../contract/text.js';

/* Computes the days of a recurrence rule (RFC 5545). The library gets days without a time, so neither time zones nor clock
   changes matter. */

/** The library throws a plain error when it reaches its limits. */
const isLimit = (error: unknown): boolean => error instanceof Error && /^Maximum .* exceeded/.test(error.message);

const compact = (day: string): string => day.replaceAll('-', '');

const parse = (rule: string, start: string): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${compact(start)}\nRRULE:${rule}`,
    maxIterations: REPEATS.searchMax,
    maxCandidateEvaluations: REPEATS.candidatesMax,
  });

/**
 * Returns the first day of a rule that begins on `start`, on or after `from`; null if there is none within ten years of `from`,
 * or if the search takes too long. By RFC 5545, a rule that begins on the 31st skips shorter months; with `cutsMonths`, it has
 * their last day (RFC 7529).
 */
export function firstDay(rule: string, start: string, from: string, { cutsMonths = false } = {}): string | null {
  const isNearEnd = from > addDays(LAST_DAY, -REPEATS.searchDays);
  const end = `UNTIL=${compact(isNearEnd ? LAST_DAY : addDays(from, REPEATS.searchDays))}`;
  const whole = [rule, end, cutsMonths && 'RSCALE=GREGORIAN;SKIP=BACKWARD'].filter(Boolean).join(';');
  try {
    return parse(whole, start).next(new Date(from), true)?.toString().slice(0, LAST_DAY.length) ?? null;
  } catch (error) {
    if (isLimit(error)) return null;
    throw error;
  }
}

/** Returns a rule in English, such as “every month on 2nd Tuesday”. */
export function describeRule(rule: string): string {
  const words = toText(parse(rule, LAST_DAY), 'en');
  // A week without a day repeats on the weekday of the task, which is not known here.
  return /FREQ=WEEKLY(?!.*BYDAY)/.test(rule) ? words.replace(/ on \w+day\b/, '') : words;
}
