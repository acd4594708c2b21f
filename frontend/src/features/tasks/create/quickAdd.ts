// The words of a new task's line that say more than its title: '#project @person !high ^date +tag'. No browser, no server.
import { TASK_PRIORITIES, type TaskPriority } from '@contract/enums';
import { fold } from '@contract/fold';
import { LIMITS } from '@contract/limits';
import {
  findNamed,
  isBegunBy,
  peopleAs,
  projectsAs,
  wordsOf,
  type Found,
  type QuickPerson,
  type Word,
} from './matchNames';

/** What a word can name, by the sign it begins with. */
export const KINDS = { '#': 'project', '@': 'assignee', '!': 'priority', '^': 'due', '+': 'tag' } as const;
export type Sign = keyof typeof KINDS;
export type TokenKind = (typeof KINDS)[Sign];

/** What the words of a line can mean. */
export interface Known {
  projects: readonly { id: string; name: string }[];
  /** Where the task goes unless its line says otherwise; '' while that is open. */
  projectId: string;
  /** Null while they are not known. */
  membersOf: (projectId: string) => readonly QuickPerson[] | null;
  /** Everyone in any of the projects, where the project is still to be chosen; null while they are not known, missing where the project is fixed. */
  everyone?: readonly QuickPerson[] | null | undefined;
  /** The tags that tasks of a project have. */
  tagsOf: (projectId: string) => readonly string[];
  /** A day in words as '2026-11-27T18:00'; null where they are none. Missing until it is loaded. */
  readDue?: ((words: string) => string | null) | undefined;
  /** What somebody has said of words, as they stand in the line: the value that is meant, or '' that they are text. */
  readings: Readonly<Record<string, string>>;
}

/** Words that mean something: where they stand, and what they mean. */
export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  raw: string;
  /** An id, a priority, a moment like '2026-11-27T18:00' or a tag. */
  value: string;
}

/** A line as it is understood. */
export interface QuickLine {
  title: string;
  tokens: readonly Token[];
  /** It asks for what is not known yet: the members of this project, everyone, or days in words. */
  missing: { membersOf?: string; everyone?: true; due?: true };
}

const SIGN = /(?<!\S)[#@!^+](?=\S)/gu;
const ESCAPE = /(?<!\S)\\(?=[#@!^+]\S)/gu;
/** What ends a sentence or goes on with it belongs to no name. */
const END = /[.,;:!?)\]}"'’”]+$/u;
/** No name and no day has more words. */
const WORDS_MAX = 6;
/** The words behind a sign, up to the next sign; the first may be followed by more of the same name or day. */
const wordsFrom = (text: string, from: number): readonly Word[] => {
  const words: Word[] = [];
  for (const { index, 0: word } of text.slice(from).matchAll(/\S+/gu)) {
    if (words.length === WORDS_MAX || (index > 0 && /^\\?[#@!^+]\S/u.test(word))) break;
    const core = word.replace(END, '') || word;
    words.push({ text: word, core, end: from + index + core.length });
    // A comma ends it.
    if (core !== word && index >= 0 && /[,;:!?)]/u.test(word.slice(core.length))) break;
  }
  return words;
};

const findPriority = ([first]: readonly Word[]): Found | null => {
  const typed = fold(first?.core ?? '').toUpperCase();
  const value = TASK_PRIORITIES.find((priority: TaskPriority) => typed !== '' && priority.startsWith(typed));
  return first && value ? { end: first.end, value } : null;
};

const findDue = (text: string, from: number, words: readonly Word[], readDue: NonNullable<Known['readDue']>) => {
  for (const { text: word, core, end } of words.toReversed()) {
    // '5 p.m.' ends with a point, and so may a sentence.
    for (const to of new Set([end - core.length + word.length, end])) {
      const value = readDue(text.slice(from, to));
      if (value !== null) return { end: to, value };
    }
  }
  return null;
};

/** One word that begins with a letter can be a new tag. */
export const isNewTag = (word: string): boolean => /^\p{L}[^\s,]*$/u.test(word) && word.length <= LIMITS.tagMax;

/** A tag that is there, of one word or several, in its own spelling; else a new one. */
const findTag = (words: readonly Word[], known: readonly string[]): Found | null => {
  const typed = words.map(({ core }) => fold(core));
  for (let count = typed.length; count > 0; count -= 1) {
    const tag = known.find((each) => wordsOf(each).join(' ') === typed.slice(0, count).join(' '));
    if (tag !== undefined) return { end: words[count - 1]?.end ?? 0, value: tag };
  }
  const [first] = words;
  return first && isNewTag(first.core) ? { end: first.end, value: first.core } : null;
};

/** What was said of the words at this place: the longest that stand there as they were. */
const readingAt = (text: string, at: number, readings: Known['readings']): Found | null => {
  const raw = Object.keys(readings)
    .filter((each) => text.startsWith(each, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + each.length)))
    .toSorted((a, b) => b.length - a.length)[0];
  return raw === undefined ? null : { end: at + raw.length, value: readings[raw] ?? '' };
};

/** The tokens of a line whose task goes into this project. */
const tokensOf = (text: string, known: Known, projectId: string, only?: TokenKind) => {
  const missing: QuickLine['missing'] = {};
  const read = (kind: TokenKind, from: number, words: readonly Word[]): Found | null => {
    switch (kind) {
      case 'project':
        return findNamed(words, projectsAs(known.projects));
      case 'assignee': {
        const members = projectId === '' ? [] : known.membersOf(projectId);
        if (members === null) {
          missing.membersOf = projectId;
          return null;
        }
        // Others are meant only by a name that no member has: their project is still to be chosen.
        if (known.everyone === undefined || isBegunBy(words, peopleAs(members))) {
          return findNamed(words, peopleAs(members));
        }
        if (known.everyone === null) missing.everyone = true;
        return known.everyone && findNamed(words, peopleAs(known.everyone));
      }
      case 'priority':
        return findPriority(words);
      case 'due':
        if (!known.readDue) missing.due = true;
        return known.readDue ? findDue(text, from, words, known.readDue) : null;
      case 'tag':
        return findTag(words, projectId === '' ? [] : known.tagsOf(projectId));
    }
  };

  const tokens: Token[] = [];
  let end = 0;
  for (const { index: start, 0: sign } of text.matchAll(SIGN)) {
    const kind = KINDS[sign as Sign];
    if (start < end || (only && kind !== only)) continue;
    const found = readingAt(text, start, known.readings) ?? read(kind, start + 1, wordsFrom(text, start + 1));
    if (!found) continue;
    ({ end } = found);
    if (found.value !== '') tokens.push({ kind, start, end, raw: text.slice(start, end), value: found.value });
  }
  // A task has several tags, and of all else one: the last that is written.
  const counted = tokens.filter(
    ({ kind, value }, at) =>
      !tokens.some((other, later) => later > at && other.kind === kind && (kind !== 'tag' || other.value === value)),
  );
  return { tokens: counted, missing };
};

/** What is left of the line without its tokens, and without what escapes those that are none. */
const titleOf = (text: string, tokens: readonly Token[]): string => {
  let title = '';
  let at = 0;
  for (const { start, end } of tokens) {
    title += text.slice(at, start);
    at = end;
    // '… #tern, call them': the comma goes; '… #tern!': the sign goes to the word before.
    if (/^[,;]/u.test(text.slice(at))) at += 1;
    else if (/^[.:!?)\]}]/u.test(text.slice(at))) title = title.trimEnd();
  }
  title += text.slice(at);
  const plain = title.replace(ESCAPE, '').trim();
  if (tokens.length === 0) return plain;
  return plain.replace(/\s+/gu, ' ').replace(/[,;]$/u, '');
};

/** Reads a line. What does not resolve stays in its title. */
export const readLine = (text: string, known: Known): QuickLine => {
  // The project comes first, wherever it stands: who can be meant depends on it.
  const named = tokensOf(text, known, known.projectId, 'project').tokens.at(-1)?.value;
  const { tokens, missing } = tokensOf(text, known, named ?? known.projectId);
  return { title: titleOf(text, tokens), tokens, missing };
};

/** The value of the one token of a kind. */
export const valueOf = ({ tokens }: Pick<QuickLine, 'tokens'>, kind: TokenKind): string | undefined =>
  tokens.find((token) => token.kind === kind)?.value;

/** The tags of a line, in its order. */
export const tagsIn = ({ tokens }: Pick<QuickLine, 'tokens'>): readonly string[] =>
  tokens.flatMap(({ kind, value }) => (kind === 'tag' ? value : []));

/** The line without these tokens. */
export const cutTokens = (text: string, tokens: readonly Token[]): string =>
  tokens
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => (rest.slice(0, start).trimEnd() + rest.slice(end)).trimStart(), text);

/** What begins a line of a list elsewhere. */
const BULLET = /^\s*(?:[-*•–]\s+|\d+[.)]\s+)?(?:\[[ xX]?\](?:\s+|$))?/u;

/** The lines of a text that each make a task: without bullets, numbers and boxes, and without the empty ones. */
export const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\r|\n/u);
  if (lines.length === 1) return text.trim() === '' ? [] : [text];
  return lines.map((line) => line.replace(BULLET, '').trim()).filter((line) => line !== '');
};
