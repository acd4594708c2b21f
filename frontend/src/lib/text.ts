import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskPriority, type TaskStatus } from '@contract/statusAndPriority';
import { cutText } from '@contract/graphemes';
import { initialsOf } from '@contract/initials';
import { LOCALE } from '../language/language';
import { libTexts } from '../texts/lib';

/** A person's name in the app. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

export const STATUS_LABELS: Record<TaskStatus, string> = libTexts.status;

/** Returns the label of a column. A default column, whose name is the English name of its status, is translated. */
export const columnLabel = (name: string, status: TaskStatus): string =>
  name === TASK_STATUS_LABELS[status] ? STATUS_LABELS[status] : name;

/** The same without a known status. */
export const anyColumnLabel = (name: string): string => {
  const status = TASK_STATUSES.find((each) => name === TASK_STATUS_LABELS[each]);
  return status ? STATUS_LABELS[status] : name;
};

export const PRIORITY_LABELS: Record<TaskPriority, string> = libTexts.priority;

/** 'Mara Okafor' → 'MO'; 'U' if there is no user. */
export const initials = (person: PersonName | null | undefined): string =>
  (person && initialsOf(person)) || libTexts.noInitials;

/** First and last name with one space between. */
export const fullName = (person: PersonName): string => `${person.firstName} ${person.lastName}`.trim();

/** Sorts names as the app's language does, which can be another than the browser's. */
export const compareNames = (a: string, b: string): number => a.localeCompare(b, LOCALE);

/** Returns the text, or its first `max` characters followed by '...' if it is longer. */
export const excerpt = (text: string, max = 100): string => cutText(text, max, '...');
