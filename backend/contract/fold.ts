import { LIMITS } from './limits.js';

/** Characters to remove: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, invisible characters. */
const MARKS =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670]|[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/gu;

/** Letters that do not decompose into a base letter and an accent, and typographic forms of ASCII signs. */
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
 * Normalizes text for searches and orders: no case, accents or typographic forms. The server stores the folded text of
 * tasks, and the app folds loaded tasks in the same way. A changed rule needs a migration that folds all stored texts
 * again.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(TO_SPELL, (letter) => SPELLED[letter] ?? letter)
    // recomposes letters of other scripts, so that a search does not match parts of them
    .normalize('NFC');

/** A task's title, and its description or, in lists of the app, the beginning of it. */
interface TaskTexts {
  title: string;
  description?: string;
  excerpt?: string;
}

/** Folds the texts of a task. No search word can match across the line break. */
export const foldTask = ({ title, excerpt = '', description = excerpt }: TaskTexts): string =>
  `${fold(title)}\n${fold(description)}`;

/** Splits a search into folded words, all of which must match. Ignores words after the tenth. */
export const searchWords = (search: string): string[] => {
  const words = search.split(/\s+/u).map(fold);
  return [...new Set(words)].filter((word) => word !== '').slice(0, LIMITS.searchWordsMax);
};

export const matchesText = (text: string, search: string): boolean => {
  const folded = fold(text);
  return searchWords(search).every((word) => folded.includes(word));
};
