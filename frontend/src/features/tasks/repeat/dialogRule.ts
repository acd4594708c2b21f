// The rule of a series as the dialog shows it: it has fields for some parts of a rule, and keeps the others.
import { type Frequency, parseRule, WEEKDAYS } from '@contract/repeat';
import { monthlyRule, yearlyRule } from './presets';

/** The parts of a rule that have fields. */
export interface RuleChoices {
  frequency: Frequency;
  interval: number;
  /** Of a weekly rule; 0 is Monday. */
  weekdays: readonly number[];
}

/** Returns the fields of a rule, or those of a new one for a task that is due on a day. */
export const readRule = (text: string | undefined, day: string): RuleChoices => {
  const rule = parseRule(text ?? '');
  const today = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weekdays = rule?.frequency === 'WEEKLY' ? rule.days.map(({ weekday }) => weekday) : [];
  return {
    frequency: rule?.frequency ?? 'WEEKLY',
    interval: rule?.interval ?? 1,
    weekdays: weekdays.length > 0 ? weekdays : [today],
  };
};

const isSame = (one: RuleChoices, other: RuleChoices): boolean =>
  one.frequency === other.frequency &&
  one.interval === other.interval &&
  one.weekdays.length === other.weekdays.length &&
  one.weekdays.every((day) => other.weekdays.includes(day));

/** Returns the parts of a rule that have no field. */
const otherParts = (rule: string, frequency: Frequency): string[] =>
  rule
    .split(';')
    .filter((part) => !/^(?:FREQ|INTERVAL)=/i.test(part) && !(frequency === 'WEEKLY' && /^BYDAY=/i.test(part)));

/**
 * Returns the rule for the chosen fields. The rule before stays if no field was changed, and keeps its other parts if its unit
 * stays. A rule of another unit repeats on the day that the task is due.
 */
export const toRule = (choices: RuleChoices, before: string | undefined, day: string): string => {
  const { frequency, interval, weekdays } = choices;
  const present = before === undefined ? null : parseRule(before);
  if (present && before !== undefined && isSame(choices, readRule(before, day))) return before;
  const model = frequency === 'MONTHLY' ? monthlyRule(day) : frequency === 'YEARLY' ? yearlyRule(day) : '';
  const others = otherParts(present?.frequency === frequency ? (before ?? '') : model, frequency);
  const days = frequency === 'WEEKLY' && `BYDAY=${WEEKDAYS.filter((_, at) => weekdays.includes(at)).join(',')}`;
  return [`FREQ=${frequency}`, interval > 1 && `INTERVAL=${interval}`, days, ...others].filter(Boolean).join(';');
};
