import type { TaskPriority, TaskStatus } from '@contract/enums';
import { cutText, firstCharacters } from '@contract/graphemes';
import { libTexts } from '../texts/lib';

/** What a person is called by in the app. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

export const STATUS_LABELS: Record<TaskStatus, string> = libTexts.status;

export const PRIORITY_LABELS: Record<TaskPriority, string> = libTexts.priority;

/** The first letter as a reader sees it, in upper case: an accent written as its own character stays with its letter. */
export const firstLetter = (text: string): string => firstCharacters(text.trim(), 1).toLocaleUpperCase();

/** 'Mara Okafor' → 'MO'; 'U' when there is no user. */
export const initials = (person: PersonName | null | undefined): string =>
  person ? firstLetter(person.firstName) + firstLetter(person.lastName) || libTexts.noInitials : libTexts.noInitials;

/** First and last name with one space between. */
export const fullName = (person: PersonName): string => `${person.firstName} ${person.lastName}`.trim();

/** The text, or its first `max` characters followed by '...' when it is longer. */
export const excerpt = (text: string, max = 100): string => cutText(text, max, '...');
