import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskPriority, type TaskStatus } from '@contract/enums';
import { cutText } from '@contract/graphemes';
import { initialsOf } from '@contract/initials';
import { libTexts } from '../texts/lib';

/** A person's name in the app. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

export const STATUS_LABELS: Record<TaskStatus, string> = libTexts.status;

/**
 * What a column is called: a default column, whose name is the English name of its status, is called by the reader's word for it.
 */
export const columnLabel = (name: string, status: TaskStatus): string =>
  name === TASK_STATUS_LABELS[status] ? STATUS_LABELS[status] : name;

/** The same where its status is not known. */
export const anyColumnLabel = (name: string): string => {
  const status = TASK_STATUSES.find((each) => name === TASK_STATUS_LABELS[each]);
  return status ? STATUS_LABELS[status] : name;
};

export const PRIORITY_LABELS: Record<TaskPriority, string> = libTexts.priority;

/** 'Mara Okafor' → 'MO'; 'U' when there is no user. */
export const initials = (person: PersonName | null | undefined): string =>
  (person && initialsOf(person)) || libTexts.noInitials;

/** First and last name with one space between. */
export const fullName = (person: PersonName): string => `${person.firstName} ${person.lastName}`.trim();

/** The text, or its first `max` characters followed by '...' when it is longer. */
export const excerpt = (text: string, max = 100): string => cutText(text, max, '...');
