import { type NotificationKind, TASK_STATUS_LABELS, type TaskStatus } from '../../contract/enums.js';
import type { FieldChange } from '../kernel/changeLog.js';

/** What a notification speaks of. */
export interface Occasion {
  kind: NotificationKind;
  actor: string;
  project: string;
  /** The task's title; empty where no task is meant. */
  task: string;
  fields: Record<string, FieldChange>;
}

const EXCERPT = 140;
const label = (status: unknown): string => TASK_STATUS_LABELS[status as TaskStatus];

function excerpt(text: unknown): string {
  const line = String(text).replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}

/** What a notification is about (title) and what happened (message), the same in the bell and in mails. */
export function wordsFor({ kind, actor, project, task, fields }: Occasion): { title: string; message: string } {
  switch (kind) {
    case 'MEMBER_ADDED':
      return { title: project, message: `${actor} added you to this project` };
    case 'MEMBER_REMOVED':
      return { title: project, message: `${actor} removed you from this project` };
    case 'TASK_ASSIGNED':
      return { title: task, message: `${actor} assigned this task to you` };
    case 'TASK_UNASSIGNED':
      return { title: task, message: `${actor} took this task off you` };
    case 'TASK_STATUS': {
      const [from, to] = fields['status'] ?? [];
      return { title: task, message: `${actor} moved this task from ${label(from)} to ${label(to)}` };
    }
    case 'COMMENT':
      return { title: task, message: `${actor} commented: ${excerpt(fields['text']?.[1])}` };
    case 'MENTION':
      return { title: task, message: `${actor} mentioned you: ${excerpt(fields['text']?.[1])}` };
    case 'DUE_SOON':
      return { title: task, message: 'This task is due within 24 hours' };
    case 'OVERDUE':
      return { title: task, message: 'This task is overdue' };
    case 'NOTE':
      throw new Error('a note is written by its owner');
  }
}
