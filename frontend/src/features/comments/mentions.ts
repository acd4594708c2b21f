import { fold } from '@contract/fold';
import { findMentionPlaces, OPEN_MENTION } from '@contract/mentions';

/** A person who can be mentioned. */
export interface Mentionable {
  firstName: string;
  lastName: string;
  username: string;
}

/** A mention that is being typed: the position of its '@', and the text from there to the caret. */
export interface TypedMention {
  start: number;
  query: string;
}

/** The mention at the caret; null if there is none. */
export const mentionAt = (text: string, caret: number): TypedMention | null => {
  const match = OPEN_MENTION.exec(text.slice(0, caret));
  return match ? { start: match.index, query: match[1] ?? '' } : null;
};

/** Returns suggestions: people whose username or name begins with the typed text. */
export const matchPeople = <Person extends Mentionable>(
  people: readonly Person[],
  query: string,
  max = 6,
): readonly Person[] => {
  const wanted = fold(query);
  return people
    .filter(({ username, firstName, lastName }) =>
      [username, firstName, lastName, `${firstName}${lastName}`].some((name) => fold(name).startsWith(wanted)),
    )
    .slice(0, max);
};

/** The text with the completed mention, and the new position of the caret. */
export const completeMention = (
  text: string,
  caret: number,
  { start }: TypedMention,
  username: string,
): { text: string; caret: number } => {
  const rest = text.slice(caret);
  const written = `@${username}${rest.startsWith(' ') ? '' : ' '}`;
  return {
    text: text.slice(0, start) + written + rest,
    caret: start + written.length + (rest.startsWith(' ') ? 1 : 0),
  };
};

export interface TextPart {
  text: string;
  isMention: boolean;
  /** The start of the part. */
  at: number;
}

/** Splits a comment into mentions of these people and other text. */
export const splitMentions = (text: string, usernames: ReadonlySet<string>): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (to: number, isMention: boolean): void => {
    if (to > end) parts.push({ text: text.slice(end, to), isMention, at: end });
    end = to;
  };
  for (const { at, names } of findMentionPlaces(text)) {
    // The longest: a mark belongs to the mention only if a member's name contains it.
    const name = names.find((it) => usernames.has(it.toLowerCase()));
    if (name === undefined) continue;
    add(at, false);
    add(at + 1 + name.length, true);
  }
  add(text.length, false);
  return parts;
};
