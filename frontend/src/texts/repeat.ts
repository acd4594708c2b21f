import { plural, t } from '@lingui/core/macro';
import { parseRule, type Repeat, type Rule, type RuleDay } from '@contract/repeat';
import { LOCALE } from '../language/language';
import { list, number } from './format';
import { joined } from './joined';

/** The name of a weekday; 0 is Monday. */
export const weekdayName = (weekday: number, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(LOCALE, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + weekday));

/** 'Jan 5, 2027'. */
const dayName = (day: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));

/** 'November 24'. */
const monthDay = (month: number, day: number): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, day),
  );

/** '2nd Tuesday', 'last Friday'. */
const nthDay = ({ n, weekday }: RuleDay): string => {
  const day = weekdayName(weekday);
  switch (n) {
    case 0:
      return day;
    case 1:
      return t`first ${day}`;
    case 2:
      return t`second ${day}`;
    case 3:
      return t`third ${day}`;
    case 4:
      return t`fourth ${day}`;
    case 5:
      return t`fifth ${day}`;
    case -1:
      return t`last ${day}`;
    default:
      return '';
  }
};

const isWeekdays = ({ interval, days }: Rule): boolean =>
  interval === 1 && days.length === 5 && days.every(({ n, weekday }) => n === 0 && weekday < 5);

/** Returns a text for the common rules that the app creates; null for others. */
const ruleWords = (rule: Rule): string | null => {
  const { frequency, interval, days, monthDays, months, positions, yearDays, weeks } = rule;
  if (yearDays.length + weeks.length + positions.length > 0) return null;
  if (frequency === 'DAILY') {
    if (days.length + monthDays.length + months.length > 0) return null;
    return plural(interval, { one: 'Every day', other: 'Every # days' });
  }
  if (frequency === 'WEEKLY') {
    if (months.length > 0) return null;
    if (isWeekdays(rule)) return t`Every weekday`;
    const every = plural(interval, { one: 'Every week', other: 'Every # weeks' });
    if (days.length === 0) return every;
    const on = list(days.map(({ weekday }) => weekdayName(weekday)));
    return t`${every} on ${on}`;
  }
  if (frequency === 'MONTHLY') {
    if (months.length > 0 || (days.length > 0 && monthDays.length > 0)) return null;
    const every = plural(interval, { one: 'Every month', other: 'Every # months' });
    if (days.length > 0) {
      const names = days.map(nthDay);
      const on = list(names);
      return names.includes('') ? null : t`${every} on the ${on}`;
    }
    if (monthDays.length === 0) return every;
    if (monthDays.length === 1 && monthDays[0] === -1) return t`${every} on the last day`;
    const on = list(monthDays.map((day) => t({ message: `${day}`, context: 'day of the month, in a list' })));
    return monthDays.some((day) => day < 0) ? null : t`${every} on day ${on}`;
  }
  if (days.length > 0 || months.length > 1 || monthDays.length > 1) return null;
  const every = plural(interval, { one: 'Every year', other: 'Every # years' });
  const [month, day] = [months[0], monthDays[0]];
  if (month === undefined && day === undefined) return every;
  if (month === undefined || day === undefined || day < 0) return null;
  const date = monthDay(month, day);
  return t`${every} on ${date}`;
};

/** Describes briefly how a task repeats. */
export const describeRepeat = ({ rule, mode, until, count }: Omit<Repeat, 'timeZone'>): string => {
  const parsed = parseRule(rule);
  const words = (parsed && ruleWords(parsed)) ?? t`Custom rule`;
  const parts = [
    words,
    mode === 'FROM_DONE' && t`after it’s done`,
    until !== null && t`until ${{ day: dayName(until) }}`,
    count !== null && plural(count, { one: '# time', other: '# times' }),
  ].filter((part) => part !== false);
  return joined(parts);
};

/** How tasks repeat. */
export const repeatTexts = {
  label: t`Repeats`,
  none: t`Doesn’t repeat`,
  custom: t`Custom…`,
  skip: t`Skip this one`,
  skipped: (day: string) => t`Moved to ${day}`,
  skipFailed: t`Couldn’t skip this one`,
  changed: t`The task repeats`,
  ended: t`The task no longer repeats`,
  failed: t`Couldn’t change how the task repeats`,
  needsConnection: t`You’re offline. This needs a connection.`,
  title: t`Repeat`,
  every: t`Every`,
  units: {
    DAILY: (count: number) => plural(count, { one: 'day', other: 'days' }),
    WEEKLY: (count: number) => plural(count, { one: 'week', other: 'weeks' }),
    MONTHLY: (count: number) => plural(count, { one: 'month', other: 'months' }),
    YEARLY: (count: number) => plural(count, { one: 'year', other: 'years' }),
  },
  unit: t`Unit`,
  on: t({ message: 'On', context: 'days of the week' }),
  counted: t`Counted`,
  modes: { FROM_DUE: t`From the due date`, FROM_DONE: t`From completion` },
  ends: t`Ends`,
  endings: { never: t`Never`, until: t`On a day`, count: t`After a number of times` },
  lastDay: t`Last day`,
  times: t`Times`,
  outOfRange: (max: number) => t`A whole number from 1 to ${{ max: number(max) }}`,
  dayMissing: t`Choose a day`,
  weekdayMissing: t`Choose at least one day`,
  save: t`Save`,
};
