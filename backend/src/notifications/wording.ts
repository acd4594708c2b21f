import { type NotificationKind, TASK_STATUS_LABELS, type TaskStatus } from '../../contract/enums.js';
import { cutText } from '../../contract/graphemes.js';
import { plainText } from '../../contract/plainText.js';
import type { FieldChange } from '../kernel/changeLog.js';

/** What a notification speaks of. */
export interface Subject {
  kind: NotificationKind;
  /** Who did it; empty where it is the clock's doing. */
  actor: string;
  project: string;
  /** The task's title; empty where no task is meant. */
  task: string;
  fields: Record<string, FieldChange>;
  /** The actor came by an invitation of the person’s. */
  joined?: true;
}

/** What a notification is about and what happened, the same in the bell and in mails. */
export interface Wording {
  title: string;
  message: string;
}

const EXCERPT = 140;
/** How many of several are named. */
const NAMED = 3;

/** In which column the task stands now; empty where it was not moved. */
const column = ({ fields }: Subject): string => TASK_STATUS_LABELS[fields['status']?.[1] as TaskStatus] ?? '';

/** The beginning of what somebody wrote, on one line and without the marks of Markdown. */
export const excerptOf = ({ fields }: Subject): string =>
  cutText(plainText(String(fields['text']?.[1])).replace(/\s+/g, ' ').trim(), EXCERPT, '…');

/** Of one thing: its title, and a sentence that has the title in quotes, which the bell prints in bold. */
export function wordingOf(subject: Subject): Wording {
  const { kind, actor, project, task } = subject;
  const [theProject, theTask] = [`“${project}”`, `“${task}”`];
  switch (kind) {
    case 'MEMBER_ADDED':
      if (subject.joined) return { title: project, message: `${actor} joined ${theProject}` };
      return { title: project, message: `${actor} added you to ${theProject}` };
    case 'MEMBER_REMOVED':
      return { title: project, message: `${actor} removed you from ${theProject}` };
    case 'TASK_ASSIGNED':
      return { title: task, message: `${actor} assigned ${theTask} to you` };
    case 'TASK_UNASSIGNED':
      return { title: task, message: `${actor} took ${theTask} off you` };
    case 'TASK_STATUS':
      return { title: task, message: `${actor} moved ${theTask} to ${column(subject)}` };
    case 'COMMENT':
      return { title: task, message: `${actor} commented on ${theTask}: ${excerptOf(subject)}` };
    case 'MENTION':
      return { title: task, message: `${actor} mentioned you on ${theTask}: ${excerptOf(subject)}` };
    case 'DUE_SOON':
      return { title: task, message: `${theTask} is due within 24 hours` };
    case 'OVERDUE':
      return { title: task, message: `${theTask} is overdue` };
    case 'EXPORT_READY':
      return { title: 'Your download', message: '“Your download” is ready. It is kept for one day' };
    case 'NOTE':
      throw new Error('a note is written by its owner');
  }
}

function headlineOf(kind: NotificationKind, actor: string, subjects: readonly Subject[], count: number): string {
  switch (kind) {
    case 'MEMBER_ADDED':
      return `${actor} added you to ${count} projects`;
    case 'MEMBER_REMOVED':
      return `${actor} removed you from ${count} projects`;
    case 'TASK_ASSIGNED':
      return `${actor} assigned ${count} tasks to you`;
    case 'TASK_UNASSIGNED':
      return `${actor} took ${count} tasks off you`;
    case 'TASK_STATUS': {
      const [to, ...others] = new Set(subjects.map(column));
      return `${actor} moved ${count} tasks${others.length === 0 ? ` to ${to}` : ''}`;
    }
    case 'COMMENT':
      return `${actor} wrote ${count} comments`;
    case 'MENTION':
      return `${actor} mentioned you in ${count} comments`;
    case 'DUE_SOON':
      return `${count} tasks are due within 24 hours`;
    case 'OVERDUE':
      return `${count} tasks are overdue`;
    case 'EXPORT_READY':
    case 'NOTE':
      throw new Error('never of several');
  }
}

const nameOf = ({ task, project }: Subject): string => task || project;

/** The first few names of several things, each once. */
const firstNames = (subjects: readonly Subject[]): string[] => [...new Set(subjects.map(nameOf))].slice(0, NAMED);

/** Those of several things whose names their notification has. */
export function namedIn<S extends Subject>(subjects: readonly S[]): S[] {
  const names = new Set(firstNames(subjects));
  return subjects.filter((subject) => names.has(nameOf(subject)));
}

/**
 * Of several things of one kind, which one act or one look at the clock has brought: a headline, which names none of them, and
 * the names of the first. `count` is how many they are, where not all are known by name.
 */
export function wordingOfSeveral(subjects: readonly [Subject, ...Subject[]], count = subjects.length): Wording {
  const [{ kind, actor }] = subjects;
  const named = firstNames(subjects).map((name) => `“${name}”`);
  const more = new Set(subjects.map(nameOf)).size - named.length + (count - subjects.length);
  const last = more > 0 ? `${more} more` : (named.pop() ?? '');
  return {
    title: headlineOf(kind, actor, subjects, count),
    message: named.length > 0 ? `${named.join(', ')} and ${last}` : last,
  };
}
