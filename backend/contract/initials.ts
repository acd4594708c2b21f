import { firstCharacters } from './graphemes.js';

/** Returns the first letter as a reader sees it, in upper case: an accent written as its own character stays with its letter. */
export const firstLetter = (text: string): string => firstCharacters(text.trim(), 1).toLocaleUpperCase();

/** Returns the initials of a person, who can have none: 'Mara Okafor' → 'MO'. */
export const initialsOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  firstLetter(firstName) + firstLetter(lastName);
