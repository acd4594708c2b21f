import type { TaskStatus } from '../../contract/enums.js';
import type { NotificationKind } from '../../contract/notificationKinds.js';
import { cutText } from '../../contract/graphemes.js';
import { plainText } from '../../contract/plainText.js';
import type { FieldChange } from '../write/changeLog.js';

/** The facts that the text of a notification is made of. */
export interface Subject {
  kind: NotificationKind;
  /** Name of the person who did it; empty for reminders. */
  actor: string;
  project: string;
  /** Title of the task; empty if there is none. */
  task: string;
  fields: Record<string, FieldChange>;
  /** The name of the task's column, if it differs from the status's default name. */
  column?: string | undefined;
  /** The actor joined by the recipient's invitation. */
  joined?: true;
}

const EXCERPT = 140;

/** Returns the name of the object that the subject is about: its task, or else its project. */
export const nameOf = ({ task, project }: Subject): string => task || project;

/** Returns the task's new status; null if its status was not changed. */
export const newStatus = ({ kind, fields }: Subject): TaskStatus | null =>
  kind === 'TASK_STATUS' ? ((fields['status']?.[1] as TaskStatus | undefined) ?? null) : null;

/** Returns the beginning of a comment, on one line and without Markdown syntax. */
export const excerptComment = ({ fields }: Subject): string =>
  cutText(plainText(String(fields['text']?.[1])).replace(/\s+/g, ' ').trim(), EXCERPT, '…');
