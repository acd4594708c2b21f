/** Whoever can be mentioned. */
export interface Mentionable {
  firstName: string;
  lastName: string;
  username: string;
}

/** A mention that is being typed: where its '@' stands, and what follows it up to the caret. */
export interface OpenMention {
  start: number;
  query: string;
}

// As the server finds mentions: not within a word or an address.
const OPEN = /(?<![^\s([{'"*_~>|])@([^\s@]*)$/u;
const MENTION = /(?<![^\s([{'"*_~>|])@[^\s@]+(?!\S)/gu;
const PUNCTUATION = /[.,;:!?…)\]}'"*_~|]+$/u;

/** The mention that the caret stands in; null when it stands in none. */
export const mentionAt = (text: string, caret: number): OpenMention | null => {
  const match = OPEN.exec(text.slice(0, caret));
  return match ? { start: match.index, query: match[1] ?? '' } : null;
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Who may be meant: a username or a name that begins with what was typed. */
export const matchPeople = <Person extends Mentionable>(
  people: readonly Person[],
  query: string,
  max = 6,
): readonly Person[] => {
  const wanted = plain(query);
  return people
    .filter(({ username, firstName, lastName }) =>
      [username, firstName, lastName, `${firstName}${lastName}`].some((name) => plain(name).startsWith(wanted)),
    )
    .slice(0, max);
};

/** The text with the mention written out, and where the caret goes. */
export const completeMention = (
  text: string,
  caret: number,
  { start }: OpenMention,
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
  /** Where the part begins. */
  at: number;
}

/** A comment in parts: what mentions one of these people, and what does not. */
export const splitMentions = (text: string, usernames: ReadonlySet<string>): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (to: number, isMention: boolean): void => {
    if (to > end) parts.push({ text: text.slice(end, to), isMention, at: end });
    end = to;
  };
  for (const { index, 0: match } of text.matchAll(MENTION)) {
    // The end of a sentence belongs to the mention only if somebody is called so.
    const readings = [match, match.replace(PUNCTUATION, '')];
    const name = readings.find((reading) => usernames.has(reading.slice(1).toLowerCase()));
    if (name === undefined) continue;
    add(index, false);
    add(index + name.length, true);
  }
  add(text.length, false);
  return parts;
};
