import * as v from 'valibot';
import { REPEATS } from '../../contract/limits.js';
import { type GivenRepeat, RepeatMode, type Repeat } from '../../contract/repeat.js';
import { readRepeatWords } from '../../contract/repeatWords.js';
import { badRequest } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { describeRule } from '../tasks/occurrences.js';
import { dayField, describe, inputObject, optional } from './fields.js';
import { readToday, requireDay } from './names.js';

const modeField = v.picklist(Object.values(RepeatMode));

/** The repetition of a task, as agents write it. */
export const repeatField = inputObject({
  rule: describe(
    v.pipe(v.string(), v.maxLength(REPEATS.ruleMax)),
    'Words like daily, every 3 days, every other friday, every 2nd tuesday, every last day or every nov 24; or a rule of RFC 5545 without COUNT and UNTIL, like FREQ=WEEKLY;BYDAY=TU,TH.',
  ),
  mode: optional(modeField, 'FROM_DUE (default) counts from when it was due, FROM_DONE from when it is done.'),
  until: optional(dayField, 'The last day.'),
  count: optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REPEATS.countMax)),
    'How many times in all.',
  ),
});
type RepeatInput = v.InferOutput<typeof repeatField>;

/** The repetition of a task, as tools answer it. */
export const repeatSchema = v.object({
  words: v.string(),
  rule: describe(v.string(), 'A rule of RFC 5545.'),
  mode: modeField,
  timeZone: v.string(),
  until: v.nullable(v.string()),
  count: describe(v.nullable(v.number()), 'How many times in all; null without an end.'),
  occurrence: describe(v.nullable(v.number()), 'Which time this is, from 1 on.'),
});

const IS_RULE = /^(?:rrule:)?freq=/i;

/** Parses a rule or its words. Throws BAD_REQUEST if the words are not understood. */
export async function readRepeat(ctx: Context, { rule: given, mode, until, count }: RepeatInput): Promise<GivenRepeat> {
  const text = given.trim();
  const read = IS_RULE.test(text) ? { rule: text, mode: undefined } : readRepeatWords(text);
  if (read === null) {
    throw badRequest('repeat.rule must be words like every 2nd tuesday, or a rule like FREQ=WEEKLY;BYDAY=TU');
  }
  const { timeZone } = await readToday(ctx);
  return {
    rule: read.rule,
    mode: mode ?? read.mode,
    timeZone,
    count,
    until: until === undefined ? null : await requireDay(ctx, 'repeat.until', until),
  };
}

/** Returns how a task repeats in English, like “every 3 days after it is done, 10 times”. */
export function describeRepeat({ rule, mode, until, count }: Repeat): string {
  const words = describeRule(rule) + (mode === 'FROM_DONE' ? ' after it is done' : '');
  return [words, until !== null && `until ${until}`, count !== null && `${count} times`].filter(Boolean).join(', ');
}
