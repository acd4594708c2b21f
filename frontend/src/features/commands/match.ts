import { fold, searchWords } from '@contract/fold';

/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  text: string;
  hit: boolean;
}

const startsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** Does a word of the text begin with the term? */
const hasWord = (folded: string, term: string): boolean => {
  for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1)) {
    if (startsWord(folded, at)) return true;
  }
  return false;
};

/** Does each word of the query begin a word of the text? So are commands found: 'go bo' finds 'Go to Board'. */
export const matchesWords = (text: string, query: string): boolean => {
  const folded = fold(text);
  return searchWords(query).every((term) => hasWord(folded, term));
};

/** Folds a text letter by letter, and says for each folded letter which of the text's letters it came from. */
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

/** Where in the text the needles stand, each once, at the beginning of a word if it stands at one. */
const hitsOf = (text: string, needles: readonly string[]): boolean[] => {
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

/** So many letters stand before the first hit of an excerpt, or fewer: it begins with a word. */
const LEAD = 24;

/** The text on one line from a little before the first of the query's words in it; null when it has none of them. */
export const excerptOf = (text: string, query: string): string | null => {
  const line = text.replace(/\s+/gu, ' ').trim();
  const hit = hitsOf(line, searchWords(query)).indexOf(true);
  if (hit === -1) return null;
  if (hit <= LEAD) return line;
  const gap = line.indexOf(' ', hit - LEAD);
  return `…${line.slice(gap === -1 ? hit : Math.min(gap, hit))}`;
};

/** The text in pieces, those marked that the query found: as a whole, else word by word. */
export const markHits = (text: string, query: string): Piece[] => {
  const whole = fold(query.trim());
  if (whole === '') return [{ text, hit: false }];
  const hits = hitsOf(text, fold(text).includes(whole) ? [whole] : searchWords(query));
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hit = hits[at] ?? false;
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += text[at];
    else pieces.push({ text: text[at] ?? '', hit });
  }
  return pieces;
};
