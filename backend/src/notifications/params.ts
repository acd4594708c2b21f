import type { TaskStatus } from '../../contract/enums.js';
import { excerptComment, nameOf, newStatus, type Subject } from './subject.js';

/**
 * The values in the text of a notification, from which clients compose it in any language. They are stored, so names
 * stay as they were at that time.
 */
export interface NotificationParams {
  actor: string | null;
  project: string | null;
  task: string | null;
  status: TaskStatus | null;
  column: string | null;
  comment: string | null;
  joined: boolean;
  names: readonly string[];
  more: number;
}

/** Names in a summary. */
const NAMED = 3;

const firstNames = (subjects: readonly Subject[]): string[] => [...new Set(subjects.map(nameOf))].slice(0, NAMED);

/** Returns the subjects that the summary names. */
export function pickNamed<S extends Subject>(subjects: readonly S[]): S[] {
  const names = new Set(firstNames(subjects));
  return subjects.filter((subject) => names.has(nameOf(subject)));
}

/** The value that all subjects share, or null. */
function common<Value>(subjects: readonly Subject[], of: (subject: Subject) => Value | null): Value | null {
  const [value = null, ...others] = new Set(subjects.map(of));
  return others.length === 0 ? value : null;
}

/** The events of one notification: its first subjects, the number of all events, and their common project, if any. */
interface Group {
  events: readonly [Subject, ...Subject[]];
  count: number;
  projectId: string | null;
}

export function paramsOf({ events: subjects, count, projectId }: Group): NotificationParams {
  const [first] = subjects;
  const isOne = count === 1;
  const names = isOne ? [] : firstNames(subjects);
  return {
    actor: first.actor || null,
    project: (projectId !== null && first.project) || null,
    task: isOne ? first.task || null : null,
    status: common(subjects, newStatus),
    column: common(subjects, (subject) => (newStatus(subject) === null ? null : (subject.column ?? null))),
    comment: isOne && 'text' in first.fields ? excerptComment(first) : null,
    joined: first.joined === true,
    names,
    more: isOne ? 0 : new Set(subjects.map(nameOf)).size - names.length + (count - subjects.length),
  };
}
