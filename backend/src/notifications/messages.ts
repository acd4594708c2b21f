import { KINDS, type NotificationText } from './kinds.js';
import type { NotificationParams } from './params.js';
import type { Subject } from './subject.js';

/** Returns the text for one event. */
export function composeText(subject: Subject): NotificationText {
  const { one } = KINDS[subject.kind];
  if (!one) throw new Error(`the caller gives the text of a ${subject.kind}`);
  return one(subject);
}

/** Returns the text for several events of one kind: a headline and the first few names. */
export function composeSummary(
  subjects: readonly [Subject, ...Subject[]],
  count: number,
  { names, more }: Pick<NotificationParams, 'names' | 'more'>,
): NotificationText {
  const [{ kind, actor }] = subjects;
  const { several } = KINDS[kind];
  if (!several) throw new Error(`${kind} has no text for several events`);
  const named = names.map((name) => `“${name}”`);
  const last = more > 0 ? `${more} more` : (named.pop() ?? '');
  return {
    title: several(actor, count, subjects),
    message: named.length > 0 ? `${named.join(', ')} and ${last}` : last,
  };
}
