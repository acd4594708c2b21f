import { LIMITS } from './limits.js';

/** Marks that go: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and what nobody sees. */
const MARKS =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670]|[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/gu;

/** Letters that are no base letter with an accent, and signs that keyboards have in one form only. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};
const TO_SPELL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');

/**
 * Text as searches and orders compare it: without case, accents and typographic forms. The server stores what it makes of
 * a task and the app does the same with what is loaded, so both find the same; whoever changes a rule folds all stored
 * texts anew by a migration.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(TO_SPELL, (letter) => SPELLED[letter] ?? letter)
    // what is left of other scripts becomes whole letters again, of which no part is found
    .normalize('NFC');

/** The folded text of a task: the title, then the description. No word of a search reaches over the line between. */
export const foldTask = ({ title, description }: { title: string; description: string }): string =>
  `${fold(title)}\n${fold(description)}`;

/** The words of a search, folded: each must be somewhere in the text. Of more than ten the first ten count. */
export const searchWords = (search: string): string[] => {
  const words = search.split(/\s+/u).map(fold);
  return [...new Set(words)].filter((word) => word !== '').slice(0, LIMITS.searchWordsMax);
};

/** Has the text all words of the search? */
export const matchesText = (text: string, search: string): boolean => {
  const folded = fold(text);
  return searchWords(search).every((word) => folded.includes(word));
};
