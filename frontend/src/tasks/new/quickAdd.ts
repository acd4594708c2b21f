// The words of a new task's line that say more than its title: '#project @person !high ^date +tag'. No browser, no server.
import { TASK_PRIORITIES, type TaskPriority } from '@contract/enums';
import { fold } from '@contract/fold';
import { LIMITS } from '@contract/limits';
import { fullName } from '../../lib/text';

/** What a word can name, by the sign it begins with. */
const KINDS = { '#': 'project', '@': 'assignee', '!': 'priority', '^': 'due', '+': 'tag' } as const;
type Sign = keyof typeof KINDS;
export type TokenKind = (typeof KINDS)[Sign];

/** A member of a project, as far as a line can name them. */
export interface QuickPerson {
  id: string;
  firstName: string;
  lastName: string;
  username: string;
}

/** What the words of a line can mean. */
export interface Known {
  projects: readonly { id: string; name: string }[];
  /** Where the task goes unless its line says otherwise; '' while that is open. */
  projectId: string;
  /** Null while they are not known. */
  membersOf: (projectId: string) => readonly QuickPerson[] | null;
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
  /** It asks for what is not known yet: the members of this project, or days in words. */
  missing: { membersOf?: string; due?: true };
}

const SIGN = /(?<!\S)[#@!^+](?=\S)/gu;
const ESCAPE = /(?<!\S)\\(?=[#@!^+]\S)/gu;
/** What ends a sentence or goes on with it belongs to no name. */
const END = /[.,;:!?)\]}"'’”]+$/u;
/** No name and no day has more words. */
const WORDS_MAX = 6;
/** So many letters of a longer word are enough. */
const PREFIX_MIN = 2;

interface Word {
  text: string;
  /** Without what stands behind it. */
  core: string;
  end: number;
}

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

/** Something that can be meant by what is being typed. */
export interface Suggestion {
  value: string;
  /** What is written into the line for it. */
  text: string;
}

interface Found {
  /** Behind the last word of it. */
  end: number;
  value: string;
}

interface Named {
  value: string;
  /** What it is called: each name as its folded words. */
  names: readonly (readonly string[])[];
}

const wordsOf = (name: string): string[] => fold(name).split(/\s+/u).filter(Boolean);

const isPrefix = (word: string, of: string): boolean =>
  word === of || (word.length >= PREFIX_MIN && !/^\d+$/u.test(word) && of.startsWith(word));

/** Do the words stand in the name, one after another from `at`, the last of them at least begun? */
const standsAt = (typed: readonly string[], name: readonly string[], at: number): boolean =>
  at + typed.length <= name.length &&
  typed.every((word, index) => {
    const other = name[at + index] ?? '';
    return index < typed.length - 1 ? word === other : isPrefix(word, other);
  });

/** Which of them the words may mean: those that begin so, else those with such words in them. */
const candidates = (typed: readonly string[], among: readonly Named[]): readonly Named[] => {
  const begun = among.filter(({ names }) => names.some((name) => standsAt(typed, name, 0)));
  if (begun.length > 0) return begun;
  return among.filter(({ names }) => names.some((name) => name.some((_word, at) => standsAt(typed, name, at))));
};

const isWhole = (typed: readonly string[], { names }: Named): boolean =>
  names.some((name) => name.length === typed.length && name.every((word, at) => word === typed[at]));

/** What the words name: something by its whole name, the longest first; else what the fewest of them can mean alone. */
const findNamed = (words: readonly Word[], among: readonly Named[]): Found | null => {
  const typed = words.map(({ core }) => fold(core));
  for (let count = typed.length; count > 0; count -= 1) {
    const whole = among.filter((named) => isWhole(typed.slice(0, count), named));
    const [only] = whole;
    if (only && whole.length === 1) return { end: words[count - 1]?.end ?? 0, value: only.value };
    // Several of the same name: somebody has to choose.
    if (whole.length > 1) return null;
  }
  for (let count = 1; count <= typed.length; count += 1) {
    const [only, ...others] = candidates(typed.slice(0, count), among);
    if (!only) return null;
    if (others.length > 0) continue;
    // Further words of the same name belong to it.
    let last = count;
    while (
      last < typed.length &&
      candidates(typed.slice(0, last + 1), [only]).length > 0 &&
      isRest(typed, last, only)
    ) {
      last += 1;
    }
    return { end: words[last - 1]?.end ?? 0, value: only.value };
  }
  return null;
};

/** Is the word at this place a whole word of the name, so that it is meant and no other? */
const isRest = (typed: readonly string[], at: number, { names }: Named): boolean =>
  names.some((name) => name.includes(typed[at] ?? ''));

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

/** A tag that is there, of one word or several, in its own spelling; else a new one of one word that begins with a letter. */
const findTag = (words: readonly Word[], known: readonly string[]): Found | null => {
  const typed = words.map(({ core }) => fold(core));
  for (let count = typed.length; count > 0; count -= 1) {
    const tag = known.find((each) => wordsOf(each).join(' ') === typed.slice(0, count).join(' '));
    if (tag !== undefined) return { end: words[count - 1]?.end ?? 0, value: tag };
  }
  const [first] = words;
  const isTag = first && /^\p{L}/u.test(first.core) && first.core.length <= LIMITS.tagMax && !first.core.includes(',');
  return isTag ? { end: first.end, value: first.core } : null;
};

type Nameable = Named & Suggestion;

/** Folded once for a list that stays: lines are read with every letter that is typed, hundreds of them where they are pasted. */
const once = <Item>(name: (items: readonly Item[]) => readonly Nameable[]) => {
  const known = new WeakMap<readonly Item[], readonly Nameable[]>();
  return (items: readonly Item[]): readonly Nameable[] => {
    const named = known.get(items) ?? name(items);
    known.set(items, named);
    return named;
  };
};

const projectsAs = once<Known['projects'][number]>((projects) =>
  projects.map(({ id, name }) => ({ value: id, text: name, names: [wordsOf(name)] })),
);

const peopleAs = once<QuickPerson>((people) =>
  people.map((person) => ({
    value: person.id,
    text: fullName(person),
    names: [wordsOf(fullName(person)), wordsOf(person.username)],
  })),
);

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
        if (projectId === '') return null;
        const people = known.membersOf(projectId);
        if (people === null) missing.membersOf = projectId;
        return people && findNamed(words, peopleAs(people));
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

/** What is being typed where the caret stands. */
export interface OpenToken {
  kind: TokenKind;
  start: number;
  query: string;
}

/** The token that the caret stands behind; null where it stands behind none. */
export const openTokenAt = (text: string, caret: number): OpenToken | null => {
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  const found = [...text.slice(line, caret).matchAll(/(?<!\S)[#@!^+]/gu)].at(-1);
  if (!found) return null;
  const start = line + found.index;
  const query = text.slice(start + 1, caret);
  // A sign alone is one; behind it a name or a day has few words.
  if (/^\s/u.test(query) || query.split(/\s+/u).length > 3) return null;
  return { kind: KINDS[found[0] as Sign], start, query };
};

/** Ways to say a day. */
const DAYS = [
  'today',
  'tomorrow',
  'next week',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];
const OFFERED = 6;

const offered = (query: string, among: readonly Nameable[]): readonly Suggestion[] => {
  const typed = wordsOf(query);
  const fits = typed.length === 0 ? among : among.filter(({ names }) => names.some((name) => isBegun(typed, name)));
  return fits.slice(0, OFFERED).map(({ value, text }) => ({ value, text }));
};

/** While it is typed a single letter counts, too. */
const isBegun = (typed: readonly string[], name: readonly string[]): boolean =>
  name.some((_word, at) => typed.every((word, index) => (name[at + index] ?? '').startsWith(word)));

/** What the open token may become, in a line whose task goes into this project. */
export const suggestionsFor = ({ kind, query }: OpenToken, known: Known, projectId: string): readonly Suggestion[] => {
  switch (kind) {
    case 'project':
      return offered(query, projectsAs(known.projects));
    case 'assignee':
      return offered(query, peopleAs(known.membersOf(projectId) ?? []));
    case 'priority':
      return offered(
        query,
        TASK_PRIORITIES.map((value) => ({ value, text: value.toLowerCase(), names: [[value.toLowerCase()]] })),
      );
    case 'due':
      return offered(
        query,
        DAYS.flatMap((text) => {
          const value = known.readDue?.(text) ?? null;
          return value === null ? [] : { value, text, names: [text.split(' ')] };
        }),
      );
    case 'tag':
      return offered(
        query,
        known.tagsOf(projectId).map((tag) => ({ value: tag, text: tag, names: [wordsOf(tag)] })),
      );
  }
};

/** The line with what was chosen written out, where the caret goes, and what is now said of these words. */
export const completeToken = (
  text: string,
  caret: number,
  { start }: OpenToken,
  chosen: Suggestion,
): { text: string; caret: number; raw: string } => {
  const raw = `${text.charAt(start)}${chosen.text}`;
  const rest = text.slice(caret);
  const space = /^\s/u.test(rest) ? '' : ' ';
  return { text: text.slice(0, start) + raw + space + rest, caret: start + raw.length + 1, raw };
};
