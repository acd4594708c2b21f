import { KINDS, type NotificationText } from './kinds.js';
import type { Subject } from './subject.js';

/** Names in a summary. */
const NAMED = 3;

/** Returns the text for one event. The app prints the quoted title in bold. */
export function composeText(subject: Subject): NotificationText {
  const { one } = KINDS[subject.kind];
  if (!one) throw new Error(`the caller gives the text of a ${subject.kind}`);
  return one(subject);
}

const nameOf = ({ task, project }: Subject): string => task || project;
const firstNames = (subjects: readonly Subject[]): string[] => [...new Set(subjects.map(nameOf))].slice(0, NAMED);

/** Returns the subjects that the summary names. */
export function filterNamed<S extends Subject>(subjects: readonly S[]): S[] {
  const names = new Set(firstNames(subjects));
  return subjects.filter((subject) => names.has(nameOf(subject)));
}

/**
 * Returns the text for several events of one kind: a headline and the first few names. `count` is larger than the number of
 * subjects if not all of them are known.
 */
export function composeSummary(subjects: readonly [Subject, ...Subject[]], count = subjects.length): NotificationText {
  const [{ kind, actor }] = subjects;
  const { several } = KINDS[kind];
  if (!several) throw new Error(`${kind} has no text for several events`);
  const named = firstNames(subjects).map((name) => `“${name}”`);
  const more = new Set(subjects.map(nameOf)).size - named.length + (count - subjects.length);
  const last = more > 0 ? `${more} more` : (named.pop() ?? '');
  return {
    title: several(actor, count, subjects),
    message: named.length > 0 ? `${named.join(', ')} and ${last}` : last,
  };
}
