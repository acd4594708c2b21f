import type { I18n } from '@lingui/core';
import { KINDS, type NotificationText } from './kinds.js';
import type { NotificationParams } from './params.js';
import type { Subject } from './subject.js';

export function composeText(i18n: I18n, subject: Subject): NotificationText {
  const { one } = KINDS[subject.kind];
  if (!one) throw new Error(`the caller gives the text of a ${subject.kind}`);
  return one(i18n, subject);
}

/** A list in words: `“A”, “B” and 3 more`. */
export const listOf = ({ locale }: I18n, names: readonly string[]): string =>
  // British English has no comma before the last one.
  new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale).format(names);

/** Returns the text for several events of one kind: a headline and the first few names. */
export function composeSummary(
  i18n: I18n,
  subjects: readonly [Subject, ...Subject[]],
  count: number,
  { names, more }: Pick<NotificationParams, 'names' | 'more'>,
): NotificationText {
  const [{ kind, actor }] = subjects;
  const { several } = KINDS[kind];
  if (!several) throw new Error(`${kind} has no text for several events`);
  const named = names.map((name) => i18n.t('“{name}”', { name }));
  if (more > 0) named.push(i18n.t('{more} more', { more }));
  return { title: several(i18n, actor, count, subjects), message: listOf(i18n, named) };
}
