import { fold, searchWords } from '@contract/fold';

/** A piece of a text, and whether it matches. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** Characters of scripts that do not separate words: each can begin one. */
const WORDLESS_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const startsWord = (text: string, at: number): boolean =>
  at === 0 || WORDLESS_SCRIPT.test(text[at] ?? '') || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/**
 * Whether a query is long enough to search for rarely used entries: three letters, or one character of a script without
 * spaces.
 */
export const isLongEnough = (query: string): boolean => query.length > 2 || WORDLESS_SCRIPT.test(query);

const hasWord = (folded: string, term: string): boolean => {
  for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1)) {
    if (startsWord(folded, at)) return true;
  }
  return false;
};

/** Whether each word of the query begins a word of the text. So commands are found: 'go bo' finds 'Go to Board'. */
export const matchesWords = (text: string, query: string): boolean => {
  const folded = fold(text);
  return searchWords(query).every((term) => hasWord(folded, term));
};

/** Folds a text by letters, and maps each folded letter to its letter in the text. */
const foldLetters = (text: string): { folded: string; from: number[] } => {
  let folded = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let i = 0; i < plain.length; i += 1) from.push(at);
    folded += plain;
    at += letter.length;
  }
  return { folded, from };
};

/** Finds the needles in a text, each once, preferably at the beginning of a word. */
const findMatches = (text: string, needles: readonly string[]): boolean[] => {
  const { folded, from } = foldLetters(text);
  const hits: boolean[] = Array.from({ length: text.length }, () => false);
  for (const needle of needles) {
    let at = folded.indexOf(needle);
    for (let next = at; next !== -1; next = folded.indexOf(needle, next + 1)) {
      if (!startsWord(folded, next)) continue;
      at = next;
      break;
    }
    if (at === -1) continue;
    const end = from[at + needle.length] ?? text.length;
    for (let i = from[at] ?? 0; i < end; i += 1) hits[i] = true;
  }
  return hits;
};

/** At most this many letters precede the first match in an excerpt, which begins with a word. */
const MAX_LEAD = 24;

/** Returns the text on one line, from shortly before the first match of a query word; null if it contains none. */
export const excerptOf = (text: string, query: string): string | null => {
  const line = text.replace(/\s+/gu, ' ').trim();
  const hit = findMatches(line, searchWords(query)).indexOf(true);
  if (hit === -1) return null;
  if (hit <= MAX_LEAD) return line;
  const gap = line.indexOf(' ', hit - MAX_LEAD);
  return `…${line.slice(gap === -1 ? hit : Math.min(gap, hit))}`;
};

/** Splits a text into pieces and marks the matches of the whole query or else of its words. */
export const markMatches = (text: string, query: string): Piece[] => {
  const whole = fold(query.trim());
  if (whole === '') return [{ text, hit: false }];
  const hits = findMatches(text, fold(text).includes(whole) ? [whole] : searchWords(query));
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hit = hits[at] ?? false;
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += text[at];
    else pieces.push({ text: text[at] ?? '', hit });
  }
  return pieces;
};
