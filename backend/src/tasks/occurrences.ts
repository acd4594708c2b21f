// oxlint-disable-next-line import/default -- Node.js loads its CommonJS build, which has only a default export
import rrule from 'rrule';
import { DAY_MS, REPEATS } from '../../contract/limits.js';
import { parseRule, type Rule, type RuleDay } from '../../contract/repeat.js';
import { LAST_DAY } from '../../contract/text.js';

/* Computes the days of a recurrence rule (RFC 5545, 3.3.10). A day is its number since 1970, so neither time zones nor
   clock changes matter. The library only describes rules: for one that never matches, it searches until the year 9999. */

const toNumber = (day: string): number => Date.parse(day) / DAY_MS;
const toDate = (day: number): Date => new Date(day * DAY_MS);
const firstOf = (year: number, month: number): number => Date.UTC(year, month) / DAY_MS;
/** 0 is Monday; 1970 began on a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
const startOfWeek = (day: number, weekStart: number): number => day - ((weekdayOf(day) - weekStart + 7) % 7);

/** Days from the first to before the end. */
interface Period {
  first: number;
  end: number;
}

const monthAt = (year: number, month: number): Period => ({
  first: firstOf(year, month),
  end: firstOf(year, month + 1),
});
const yearAt = (year: number): Period => ({ first: firstOf(year, 0), end: firstOf(year + 1, 0) });

/** Returns the nth day, week, month or year of a rule that begins on `start`; 0 is the one of the start. */
function periodAt({ frequency, interval, weekStart }: Rule, start: number, n: number): Period {
  const [date, steps] = [toDate(start), n * interval];
  switch (frequency) {
    case 'DAILY':
      return { first: start + steps, end: start + steps + 1 };
    case 'WEEKLY': {
      const first = startOfWeek(start, weekStart) + 7 * steps;
      return { first, end: first + 7 };
    }
    case 'MONTHLY':
      return monthAt(date.getUTCFullYear(), date.getUTCMonth() + steps);
    case 'YEARLY':
      return yearAt(date.getUTCFullYear() + steps);
  }
}

/** Whether a list contains a place within a period, counted from its start or, below 0, from its end. */
const hasPlace = (places: readonly number[], place: number, count: number): boolean =>
  places.includes(place) || places.includes(place - count - 1);

const hasPlaceOfDay = (places: readonly number[], day: number, { first, end }: Period): boolean =>
  hasPlace(places, day - first + 1, end - first);

const isNthWeekday = ({ n, weekday }: RuleDay, day: number, { first, end }: Period): boolean =>
  weekday === weekdayOf(day) &&
  (n === 0 || n === Math.floor((day - first) / 7) + 1 || n === -Math.floor((end - 1 - day) / 7) - 1);

/** The first week of a year is the one that contains January 4, if weeks begin on Monday: it has four days of the year. */
const firstWeekOf = (year: number, weekStart: number): number => startOfWeek(firstOf(year, 0) + 3, weekStart);

function hasWeek(weeks: readonly number[], day: number, weekStart: number): boolean {
  const week = startOfWeek(day, weekStart);
  const year = toDate(week + 3).getUTCFullYear();
  const [first, next] = [firstWeekOf(year, weekStart), firstWeekOf(year + 1, weekStart)];
  return hasPlace(weeks, (week - first) / 7 + 1, (next - first) / 7);
}

/** A rule whose day can come from its start. With `isCut`, a month that is too short for it has its last day instead. */
interface StartedRule extends Rule {
  isCut: boolean;
}

/** Whether a month ends on a day, before the day that a rule wants. */
const isCutOn = ({ isCut, monthDays: [wanted = 0] }: StartedRule, day: number, { first, end }: Period): boolean =>
  isCut && day === end - 1 && wanted > end - first;

/** Whether a day has all parts of a rule. */
function isMatch(rule: StartedRule, day: number): boolean {
  const { frequency, days, monthDays, months, yearDays, weeks, weekStart } = rule;
  const date = toDate(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (months.length > 0 && !months.includes(month + 1)) return false;
  const itsMonth = monthAt(year, month);
  if (monthDays.length > 0 && !hasPlaceOfDay(monthDays, day, itsMonth) && !isCutOn(rule, day, itsMonth)) return false;
  if (yearDays.length > 0 && !hasPlaceOfDay(yearDays, day, yearAt(year))) return false;
  if (weeks.length > 0 && !hasWeek(weeks, day, weekStart)) return false;
  const counted = frequency === 'YEARLY' && months.length === 0 ? yearAt(year) : itsMonth;
  return days.length === 0 || days.some((one) => isNthWeekday(one, day, counted));
}

/** Returns the days of a rule within a period, in order. */
function listDays(rule: StartedRule, { first, end }: Period): readonly number[] {
  const days: number[] = [];
  for (let day = first; day < end; day += 1) if (isMatch(rule, day)) days.push(day);
  const { positions } = rule;
  return positions.length === 0 ? days : days.filter((_, at) => hasPlace(positions, at + 1, days.length));
}

/** A rule that names no day repeats on the day of its start. */
function addDayOfStart(rule: Rule, start: number, cutsMonths: boolean): StartedRule {
  const { frequency, days, monthDays, months, yearDays, weeks } = rule;
  const plain = { ...rule, isCut: false };
  if (frequency === 'DAILY' || days.length + monthDays.length + yearDays.length + weeks.length > 0) return plain;
  if (frequency === 'WEEKLY') return { ...plain, days: [{ n: 0, weekday: weekdayOf(start) }] };
  const date = toDate(start);
  const itsMonths = frequency === 'YEARLY' && months.length === 0 ? [date.getUTCMonth() + 1] : months;
  return { ...rule, months: itsMonths, monthDays: [date.getUTCDate()], isCut: cutsMonths };
}

/** Returns the number of the period to begin with. Days and weeks have one length, so those before `from` can be skipped. */
function findPeriod(rule: Rule, start: number, from: number): number {
  const { frequency, interval } = rule;
  const length = frequency === 'DAILY' ? interval : frequency === 'WEEKLY' ? 7 * interval : 0;
  return length === 0 || from <= start ? 0 : Math.floor((from - periodAt(rule, start, 0).first) / length);
}

/**
 * Returns the first day of a rule that begins on `start`, on or after `from`; null if there is none among a thousand days of the
 * rule or within ten years of `from`. By RFC 5545, a rule that begins on the 31st skips shorter months; with `cutsMonths`, it has
 * their last day.
 */
export function firstDay(text: string, start: string, from: string, { cutsMonths = false } = {}): string | null {
  const parsed = parseRule(text);
  if (!parsed) return null;
  const [begin, wanted] = [toNumber(start), toNumber(from)];
  const until = Math.min(wanted + REPEATS.searchDays, toNumber(LAST_DAY));
  const rule = addDayOfStart(parsed, begin, cutsMonths);
  let passed = 0;
  for (let n = findPeriod(rule, begin, wanted); passed <= REPEATS.searchMax; n += 1) {
    const period = periodAt(rule, begin, n);
    if (period.first > until) return null;
    const days = listDays(rule, period).filter((day) => day >= begin);
    const found = days.find((day) => day >= wanted);
    if (found !== undefined) return found > until ? null : toDate(found).toISOString().slice(0, 10);
    passed += days.length;
  }
  return null;
}

/** Returns a rule in English, such as “every month on the 2nd Tuesday”; null if no short text describes it. */
export function describeRule(rule: string): string | null {
  // The library's text omits positions.
  if (parseRule(rule)?.positions.length !== 0) return null;
  const parsed = rrule.RRule.fromString(rule);
  return parsed.isFullyConvertibleToText() ? parsed.toText().replace(/ on the last$/, ' on the last day') : null;
}
