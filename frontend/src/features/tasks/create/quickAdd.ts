// Parses the line of a new task: '#project @person !high ^date +tag'. Needs neither a browser nor a server.
import { TASK_PRIORITIES, type TaskPriority } from '@contract/enums';
import { fold } from '@contract/fold';
import { LIMITS } from '@contract/limits';
import { PRIORITY_LABELS } from '../../../lib/text';
import {
  matchName,
  startsAnyName,
  toPeopleNames,
  toProjectNames,
  splitWords,
  type NameMatch,
  type QuickPerson,
  type Word,
} from './matchNames';
import { findRepeat } from './repeatWords';

/** The kinds of tokens, by their prefix. */
export const TOKEN_KINDS = { '#': 'project', '@': 'assignee', '!': 'priority', '^': 'due', '+': 'tag' } as const;
export type TokenPrefix = keyof typeof TOKEN_KINDS;
/** '^every day' says how the task repeats. */
export type TokenKind = (typeof TOKEN_KINDS)[TokenPrefix] | 'repeat';

/** The data that tokens are matched with. */
export interface QuickAddContext {
  projects: readonly { id: string; name: string }[];
  /** The project of the task unless the line names another one; '' if it is not chosen yet. */
  projectId: string;
  /** Null until they are loaded. */
  membersOf: (projectId: string) => readonly QuickPerson[] | null;
  /** The people of all projects, while none is chosen; null until loaded, undefined if the project is fixed. */
  everyone?: readonly QuickPerson[] | null | undefined;
  /** Returns the tags in use in a project. */
  tagsOf: (projectId: string) => readonly string[];
  /** Parses a date to '2026-11-27T18:00', or returns null. Undefined until the parser is loaded. */
  readDue?: ((words: string) => string | null) | undefined;
  /** Choices for words in the line: the value that they mean, or '' if they are text. */
  readings: Readonly<Record<string, string>>;
}

/** The meaning of words; a due date can turn out to be a repetition. */
type Meaning = NameMatch & { kind?: TokenKind };

/** A token: its position and its meaning. */
export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  raw: string;
  /** An id, a priority, a moment such as '2026-11-27T18:00', a mode and a rule, or a tag. */
  value: string;
}

/** A parsed line. */
export interface QuickLine {
  title: string;
  tokens: readonly Token[];
  /** Data that is needed but not loaded yet: the members of this project, all people, or the date parser. */
  missing: { membersOf?: string; everyone?: true; due?: true };
}

const TOKEN_PREFIX = /(?<!\S)[#@!^+](?=\S)/gu;
const ESCAPE = /(?<!\S)\\(?=[#@!^+]\S)/gu;
/** Characters that end a sentence and are not part of a name. */
const END = /[.,;:!?)\]}"'’”]+$/u;
/** No name and no day has more words than this. */
const WORDS_MAX = 6;
/** Returns the words after a prefix, up to the next one; a name or a date may have several words. */
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

/** Accepts names in the app's language, and English ones, because the README and tips use these. */
const findPriority = ([first]: readonly Word[]): NameMatch | null => {
  const typed = fold(first?.core ?? '');
  const isBegun = (name: string): boolean => typed !== '' && fold(name).startsWith(typed);
  const value =
    TASK_PRIORITIES.find((priority: TaskPriority) => isBegun(PRIORITY_LABELS[priority])) ??
    TASK_PRIORITIES.find(isBegun);
  return first && value ? { end: first.end, value } : null;
};

const findDue = (
  text: string,
  from: number,
  words: readonly Word[],
  readDue: NonNullable<QuickAddContext['readDue']>,
) => {
  for (const { text: word, core, end } of words.toReversed()) {
    // '5 p.m.' ends with a period, and so may a sentence.
    for (const to of new Set([end - core.length + word.length, end])) {
      const value = readDue(text.slice(from, to));
      if (value !== null) return { end: to, value };
    }
  }
  return null;
};

/** A single word that begins with a letter can be a new tag. */
export const isNewTag = (word: string): boolean => /^\p{L}[^\s,]*$/u.test(word) && word.length <= LIMITS.tagMax;

/** Returns an existing tag of one or more words, in its own spelling; otherwise a new one. */
const findTag = (words: readonly Word[], known: readonly string[]): NameMatch | null => {
  const typed = words.map(({ core }) => fold(core));
  for (let count = typed.length; count > 0; count -= 1) {
    const tag = known.find((each) => splitWords(each).join(' ') === typed.slice(0, count).join(' '));
    if (tag !== undefined) return { end: words[count - 1]?.end ?? 0, value: tag };
  }
  const [first] = words;
  return first && isNewTag(first.core) ? { end: first.end, value: first.core } : null;
};

/**
 * Returns the suggestion that the person chose for the words at this position: the longest one whose words are
 * unchanged.
 */
const readingAt = (text: string, at: number, readings: QuickAddContext['readings']): NameMatch | null => {
  const raw = Object.keys(readings)
    .filter((each) => text.startsWith(each, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + each.length)))
    .toSorted((a, b) => b.length - a.length)[0];
  return raw === undefined ? null : { end: at + raw.length, value: readings[raw] ?? '' };
};

/** Returns the tokens of a line whose task belongs to this project. */
const tokensOf = (text: string, known: QuickAddContext, projectId: string, only?: TokenKind) => {
  const missing: QuickLine['missing'] = {};
  const read = (kind: TokenKind, from: number, words: readonly Word[]): Meaning | null => {
    switch (kind) {
      case 'project':
        return matchName(words, toProjectNames(known.projects));
      case 'assignee': {
        const members = projectId === '' ? [] : known.membersOf(projectId);
        if (members === null) {
          missing.membersOf = projectId;
          return null;
        }
        // While no project is chosen, other people match only by a name that no member has.
        if (known.everyone === undefined || startsAnyName(words, toPeopleNames(members))) {
          return matchName(words, toPeopleNames(members));
        }
        if (known.everyone === null) missing.everyone = true;
        return known.everyone && matchName(words, toPeopleNames(known.everyone));
      }
      case 'priority':
        return findPriority(words);
      case 'due': {
        const repeat = findRepeat(text.slice(from));
        if (repeat) return { end: from + repeat.end, value: repeat.value, kind: 'repeat' };
        if (!known.readDue) missing.due = true;
        return known.readDue ? findDue(text, from, words, known.readDue) : null;
      }
      case 'repeat':
        return null;
      case 'tag':
        return findTag(words, projectId === '' ? [] : known.tagsOf(projectId));
    }
  };

  const tokens: Token[] = [];
  let end = 0;
  for (const { index: start, 0: sign } of text.matchAll(TOKEN_PREFIX)) {
    const kind = TOKEN_KINDS[sign as TokenPrefix];
    if (start < end || (only && kind !== only)) continue;
    const chosen: Meaning | null = readingAt(text, start, known.readings);
    const found = chosen ?? read(kind, start + 1, wordsFrom(text, start + 1));
    if (!found) continue;
    ({ end } = found);
    if (found.value === '') continue;
    tokens.push({ kind: found.kind ?? kind, start, end, raw: text.slice(start, end), value: found.value });
  }
  // A task has several tags, but only one value of each other field: the last one in the line.
  const counted = tokens.filter(
    ({ kind, value }, at) =>
      !tokens.some((other, later) => later > at && other.kind === kind && (kind !== 'tag' || other.value === value)),
  );
  return { tokens: counted, missing };
};

/** Returns the text of the line without its tokens and escape characters. */
const titleOf = (text: string, tokens: readonly Token[]): string => {
  let title = '';
  let at = 0;
  for (const { start, end } of tokens) {
    title += text.slice(at, start);
    at = end;
    // '… #tern, call them': removes the comma. '… #tern!': the punctuation belongs to the previous word.
    if (/^[,;]/u.test(text.slice(at))) at += 1;
    else if (/^[.:!?)\]}]/u.test(text.slice(at))) title = title.trimEnd();
  }
  title += text.slice(at);
  const plain = title.replace(ESCAPE, '').trim();
  if (tokens.length === 0) return plain;
  return plain.replace(/\s+/gu, ' ').replace(/[,;]$/u, '');
};

/** Parses a line. Text that matches nothing stays in the title. */
export const readLine = (text: string, known: QuickAddContext): QuickLine => {
  // The project comes first, wherever it is in the line, because it decides which people match.
  const named = tokensOf(text, known, known.projectId, 'project').tokens.at(-1)?.value;
  const { tokens, missing } = tokensOf(text, known, named ?? known.projectId);
  return { title: titleOf(text, tokens), tokens, missing };
};

/** Returns the value of the only token of a kind. */
export const tokenValue = ({ tokens }: Pick<QuickLine, 'tokens'>, kind: TokenKind): string | undefined =>
  tokens.find((token) => token.kind === kind)?.value;

/** The tags of a line, in its order. */
export const tagsIn = ({ tokens }: Pick<QuickLine, 'tokens'>): readonly string[] =>
  tokens.flatMap(({ kind, value }) => (kind === 'tag' ? value : []));

/** The line without these tokens. */
export const removeTokens = (text: string, tokens: readonly Token[]): string =>
  tokens
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => (rest.slice(0, start).trimEnd() + rest.slice(end)).trimStart(), text);

/** List markers of other apps. */
const BULLET = /^\s*(?:[-*•–]\s+|\d+[.)]\s+)?(?:\[[ xX]?\](?:\s+|$))?/u;

/** Returns the lines that each create a task: without bullets, numbers and checkboxes, and without empty lines. */
export const splitTaskLines = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\r|\n/u);
  if (lines.length === 1) return text.trim() === '' ? [] : [text];
  return lines.map((line) => line.replace(BULLET, '').trim()).filter((line) => line !== '');
};
