import type { TaskPriority, TaskStatus } from '@contract/enums';
import { libTexts } from '../texts/lib';

/** What a person is called by in the app. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

export const STATUS_LABELS: Record<TaskStatus, string> = libTexts.status;

export const PRIORITY_LABELS: Record<TaskPriority, string> = libTexts.priority;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter as a reader sees it, in upper case: an accent written as its own character stays with its letter. */
export const firstLetter = (text: string): string => {
  const [first] = graphemes.segment(text.trim());
  return first ? first.segment.toLocaleUpperCase() : '';
};

/** 'Mara Okafor' → 'MO'; 'U' when there is no user. */
export const initials = (person: PersonName | null | undefined): string =>
  person ? firstLetter(person.firstName) + firstLetter(person.lastName) || libTexts.noInitials : libTexts.noInitials;

/** First and last name with one space between. */
export const fullName = (person: PersonName): string => `${person.firstName} ${person.lastName}`.trim();

/** The text, or its first `max` characters followed by '...' when it is longer. */
export const excerpt = (text: string, max = 100): string => {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}...`;
};
