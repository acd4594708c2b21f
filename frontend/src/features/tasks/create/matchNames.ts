// Whom and what words name: projects and people, by as few of their letters as are enough.
import { fold } from '@contract/fold';
import { fullName } from '../../../lib/text';

/** A member of a project, as far as a line can name them. */
export interface QuickPerson {
  id: string;
  firstName: string;
  lastName: string;
  username: string;
}

/** So many letters of a longer word are enough. */
const PREFIX_MIN = 2;

/** A word of a line, and where it ends. */
export interface Word {
  text: string;
  /** Without what stands behind it. */
  core: string;
  end: number;
}

/** Something that can be meant by what is being typed. */
export interface Suggestion {
  value: string;
  /** What is written into the line for it. */
  text: string;
}

/** What words name. */
export interface Found {
  /** Behind the last word of it. */
  end: number;
  value: string;
}

/** Something with names. */
export interface Named {
  value: string;
  /** What it is called: each name as its folded words. */
  names: readonly (readonly string[])[];
}

/** The folded words of a name. */
export const wordsOf = (name: string): string[] => fold(name).split(/\s+/u).filter(Boolean);

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

/** May the first word mean any of them? */
export const isBegunBy = ([first]: readonly Word[], among: readonly Named[]): boolean =>
  first !== undefined && candidates([fold(first.core)], among).length > 0;

const isWhole = (typed: readonly string[], { names }: Named): boolean =>
  names.some((name) => name.length === typed.length && name.every((word, at) => word === typed[at]));

/** What the words name: something by its whole name, the longest first; else what the fewest of them can mean alone. */
export const findNamed = (words: readonly Word[], among: readonly Named[]): Found | null => {
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

/** As it is offered, too. */
export type Nameable = Named & Suggestion;

/** Folded once for a list that stays: lines are read with every letter that is typed, hundreds of them where they are pasted. */
const once = <Item>(name: (items: readonly Item[]) => readonly Nameable[]) => {
  const known = new WeakMap<readonly Item[], readonly Nameable[]>();
  return (items: readonly Item[]): readonly Nameable[] => {
    const named = known.get(items) ?? name(items);
    known.set(items, named);
    return named;
  };
};

export const projectsAs = once<{ id: string; name: string }>((projects) =>
  projects.map(({ id, name }) => ({ value: id, text: name, names: [wordsOf(name)] })),
);

export const peopleAs = once<QuickPerson>((people) =>
  people.map((person) => ({
    value: person.id,
    text: fullName(person),
    names: [wordsOf(fullName(person)), wordsOf(person.username)],
  })),
);
