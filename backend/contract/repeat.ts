import * as v from 'valibot';
import { REPEATS } from './limits.js';
import { withReason } from './reasons.js';
import { isDay } from './text.js';
import { isTimeZone } from './timeZone.js';
import { versionField } from './write.js';

/** The date from which the next occurrence of a repeating task is counted: its due date, or the date it was done. */
export const RepeatMode = { FROM_DUE: 'FROM_DUE', FROM_DONE: 'FROM_DONE' } as const;
export type RepeatMode = (typeof RepeatMode)[keyof typeof RepeatMode];

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday in a rule: `n` is 0 for every one, 2 for the second, -1 for the last one of the month or year. */
export interface RuleDay {
  n: number;
  /** 0 is Monday. */
  weekday: number;
}

/** A recurrence rule (RFC 5545, 3.3.10) without its end. Its frequency is at least daily. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  days: readonly RuleDay[];
  monthDays: readonly number[];
  months: readonly number[];
  positions: readonly number[];
  yearDays: readonly number[];
  weeks: readonly number[];
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const DAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/;

const readDay = (text: string): RuleDay | null => {
  const [, n, day] = DAY.exec(text) ?? [];
  return day === undefined ? null : { n: Number(n ?? 0), weekday: WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]) };
};

/** Parses a list of nonzero whole numbers up to a limit; null if one is malformed. */
const readNumbers = (text: string, max: number, min = -max): number[] | null => {
  const numbers = text.split(',').map((part) => (/^[+-]?\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  return numbers.every((n) => n !== 0 && n >= min && n <= max) ? numbers : null;
};

/** Parses a rule. Returns null if a part is malformed or unknown, more frequent than daily, or the end of the rule. */
export function parseRule(text: string): Rule | null {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (value === '' || more.length > 0 || parts.has(name)) return null;
    parts.set(name, value);
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  parts.delete('FREQ');
  const [interval] = readNumbers(take('INTERVAL') ?? '1', REPEATS.intervalMax, 1) ?? [];
  const byDay = take('BYDAY');
  const days = byDay === undefined ? [] : byDay.split(',').map(readDay);
  const list = (name: string, max: number, min?: number): number[] | null => {
    const value = take(name);
    return value === undefined ? [] : readNumbers(value, max, min);
  };
  const [monthDays, months, positions] = [list('BYMONTHDAY', 31), list('BYMONTH', 12, 1), list('BYSETPOS', 366)];
  const [yearDays, weeks] = [list('BYYEARDAY', 366), list('BYWEEKNO', 53)];
  const weekStart = take('WKST') ?? 'MO';
  if (parts.size > 0 || !frequency || interval === undefined) return null;
  if (!monthDays || !months || !positions || !yearDays || !weeks) return null;
  if (!days.every((day) => day !== null) || !WEEKDAYS.some((day) => day === weekStart)) return null;
  // RFC 5545: nth weekdays require months or years, weeks have no day of the month, a position requires a set, and days
  // and weeks of the year require a yearly rule.
  const isOfMonths = frequency === 'MONTHLY' || frequency === 'YEARLY';
  if (!isOfMonths && days.some(({ n }) => n !== 0)) return null;
  if (frequency === 'WEEKLY' && monthDays.length > 0) return null;
  if (frequency !== 'YEARLY' && yearDays.length + weeks.length > 0) return null;
  // Rare combinations, of which the library that computes the days knows only a part.
  const isNth = days.some(({ n }) => n !== 0);
  const isNthOfYear = isNth && frequency === 'YEARLY' && months.length === 0;
  if (isNthOfYear && (monthDays.length > 0 || days.some(({ n }) => n === 0))) return null;
  if (weeks.length > 0 && (monthDays.length > 0 || isNth)) return null;
  if (yearDays.length > 0 && days.length + monthDays.length + weeks.length > 0) return null;
  const sets = [days, monthDays, months, yearDays, weeks];
  if (positions.length > 0 && sets.every(({ length }) => length === 0)) return null;
  return { frequency, interval, days, monthDays, months, positions, yearDays, weeks };
}

const RULE =
  'The rule must be one of RFC 5545 that is daily or coarser, without COUNT and UNTIL, like FREQ=WEEKLY;BYDAY=TU';

const ruleField = v.pipe(
  v.optional(v.string(RULE), ''),
  v.trim(),
  v.maxLength(REPEATS.ruleMax, `The rule must be at most ${REPEATS.ruleMax} characters`),
  v.toUpperCase(),
  v.transform((rule) => rule.replace(/^RRULE:/, '')),
  v.check(
    withReason('badRule', (rule) => parseRule(rule) !== null),
    RULE,
  ),
);

const UNTIL = 'The last day must be a day, like 2026-11-27';
const COUNT = `The number of times must be a whole number from 1 to ${REPEATS.countMax}`;

/** How a task repeats. */
export const repeatSchema = v.object({
  rule: ruleField,
  mode: v.nullish(v.picklist(Object.values(RepeatMode), 'The mode is FROM_DUE or FROM_DONE')),
  timeZone: v.pipe(
    v.optional(v.string('The time zone is required'), ''),
    v.check(withReason('notATimeZone', isTimeZone), 'The time zone is unknown'),
  ),
  until: v.nullish(v.pipe(v.string(UNTIL), v.check(withReason('notADate', isDay), UNTIL))),
  count: v.nullish(
    v.pipe(v.number(COUNT), v.integer(COUNT), v.minValue(1, COUNT), v.maxValue(REPEATS.countMax, COUNT)),
  ),
});

export const setRepeatSchema = v.object({ ...repeatSchema.entries, version: versionField });

/** The repetition of a task, as the client sent it. */
export type GivenRepeat = v.InferOutput<typeof repeatSchema>;

/** How a task repeats. */
export interface Repeat {
  mode: RepeatMode;
  rule: string;
  count: number | null;
  until: string | null;
  timeZone: string;
}

/** Returns all fields in the order in which PostgreSQL stores JSON keys, so that equal rules have equal texts. */
export const completeRepeat = ({ mode, rule, count, until, timeZone }: GivenRepeat): Repeat => ({
  mode: mode ?? 'FROM_DUE',
  rule,
  count: count ?? null,
  until: until ?? null,
  timeZone,
});
