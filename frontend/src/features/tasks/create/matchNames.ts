// Matches words with the names of projects and people; unambiguous beginnings are enough.
import { fold } from '@contract/fold';
import { fullName } from '../../../lib/text';

/** A member of a project, with the names that a line can use. */
export interface QuickPerson {
  id: string;
  firstName: string;
  lastName: string;
  username: string;
}

/** The minimum number of letters that match the start of a longer word. */
const PREFIX_MIN = 2;

/** A word of a line, and the position of its end. */
export interface Word {
  text: string;
  /** Without the text after it. */
  core: string;
  end: number;
}

/** A suggestion for the typed text. */
export interface Suggestion {
  value: string;
  /** The text to insert into the line. */
  text: string;
}

/** The result of a match. */
export interface NameMatch {
  /** The position after its last word. */
  end: number;
  value: string;
}

/** An object that typed words can name. */
export interface NamedItem {
  value: string;
  /** Its names, each as a list of folded words. */
  names: readonly (readonly string[])[];
}

export const splitWords = (name: string): string[] => fold(name).split(/\s+/u).filter(Boolean);

const isPrefix = (word: string, of: string): boolean =>
  word === of || (word.length >= PREFIX_MIN && !/^\d+$/u.test(word) && of.startsWith(word));

/** Whether the words occur in the name in sequence from `at`; the last one may be incomplete. */
const occursAt = (typed: readonly string[], name: readonly string[], at: number): boolean =>
  at + typed.length <= name.length &&
  typed.every((word, index) => {
    const other = name[at + index] ?? '';
    return index < typed.length - 1 ? word === other : isPrefix(word, other);
  });

/** The candidates for the words: names that begin with them, otherwise names that contain them. */
const candidates = (typed: readonly string[], among: readonly NamedItem[]): readonly NamedItem[] => {
  const begun = among.filter(({ names }) => names.some((name) => occursAt(typed, name, 0)));
  if (begun.length > 0) return begun;
  return among.filter(({ names }) => names.some((name) => name.some((_word, at) => occursAt(typed, name, at))));
};

/** Whether the first word may begin any of these names. */
export const startsAnyName = ([first]: readonly Word[], among: readonly NamedItem[]): boolean =>
  first !== undefined && candidates([fold(first.core)], among).length > 0;

const isWhole = (typed: readonly string[], { names }: NamedItem): boolean =>
  names.some((name) => name.length === typed.length && name.every((word, at) => word === typed[at]));

/**
 * Finds the name at the beginning of the words. The longest complete name matches. Otherwise the words are added one by
 * one until they have a single candidate, which matches.
 */
export const matchName = (words: readonly Word[], among: readonly NamedItem[]): NameMatch | null => {
  const typed = words.map(({ core }) => fold(core));
  for (let count = typed.length; count > 0; count -= 1) {
    const whole = among.filter((named) => isWhole(typed.slice(0, count), named));
    const [only] = whole;
    if (only && whole.length === 1) return { end: words[count - 1]?.end ?? 0, value: only.value };
    // Several people have this name, so the person has to choose.
    if (whole.length > 1) return null;
  }
  for (let count = 1; count <= typed.length; count += 1) {
    const [only, ...others] = candidates(typed.slice(0, count), among);
    if (!only) return null;
    if (others.length > 0) continue;
    // Further words of the same name belong to the match.
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

/** Whether the word at this position is a whole word of the name, which makes the match certain. */
const isRest = (typed: readonly string[], at: number, { names }: NamedItem): boolean =>
  names.some((name) => name.includes(typed[at] ?? ''));

/** An object with its names and the text that is suggested for it. */
export type NamedSuggestion = NamedItem & Suggestion;

/** Cached for each list, because lines are parsed again for every typed letter, and hundreds of them after a paste. */
const cachedByList = <Item>(name: (items: readonly Item[]) => readonly NamedSuggestion[]) => {
  const known = new WeakMap<readonly Item[], readonly NamedSuggestion[]>();
  return (items: readonly Item[]): readonly NamedSuggestion[] => {
    const named = known.get(items) ?? name(items);
    known.set(items, named);
    return named;
  };
};

export const toProjectNames = cachedByList<{ id: string; name: string }>((projects) =>
  projects.map(({ id, name }) => ({ value: id, text: name, names: [splitWords(name)] })),
);

export const toPeopleNames = cachedByList<QuickPerson>((people) =>
  people.map((person) => ({
    value: person.id,
    text: fullName(person),
    names: [splitWords(fullName(person)), splitWords(person.username)],
  })),
);
