import { withAsciiDomain } from '@contract/auth';

/** Somebody who is about to be added: chosen from those one knows, or typed. */
export interface Entry {
  /** What was typed, without the @ of a username; of somebody chosen their username. */
  value: string;
  label: string;
  /** Of somebody chosen. */
  userId?: string;
  /** Why they could not be added. */
  error?: string;
}

const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text);

/** Mail programs write a name before the address: 'Jon Bell <jon@tern.example>'. */
const addressIn = (text: string): string => /<\s*([^<>\s]+@[^<>\s]+)\s*>/.exec(text)?.[1] ?? text;

/** People write usernames with the @ that the app shows before them. */
export const entryOf = (text: string): Entry => {
  const value = withAsciiDomain(text.replace(/^@/, ''));
  return { value, label: text };
};

/** What several people are called in one text: between commas, semicolons and line ends; of addresses also white space. */
export const entriesIn = (text: string): Entry[] =>
  text
    .replace(/"[^"\n]*"/g, '')
    .split(/[,;\n\r\t]+/)
    .map((part) => addressIn(part.trim()))
    .flatMap((part) => (part.split(/\s+/).every(isAddress) ? part.split(/\s+/) : [part]))
    .filter((part) => part !== '' && part !== '@')
    .map(entryOf);

/** Splits what is being typed into what is complete and what is still going on. */
export const splitTyped = (text: string): { done: Entry[]; rest: string } => {
  const end = Math.max(...[',', ';', '\n'].map((it) => text.lastIndexOf(it)));
  const [head, rest] = [text.slice(0, end + 1), text.slice(end + 1)];
  // A space ends an address and a username, but not the name of somebody who is looked for.
  const isComplete = /^\s*(?:\S+@\S+|@\S+)\s+$/.test(rest);
  return { done: entriesIn(isComplete ? text : head), rest: isComplete ? '' : rest.trimStart() };
};

const keyOf = ({ value, userId }: Entry): string => userId ?? value.toLowerCase();

export const isSameEntry = (a: Entry, b: Entry): boolean => keyOf(a) === keyOf(b);

/** Each once, in the order in which they came. */
export const withoutRepeats = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => entries.findIndex((other) => isSameEntry(other, entry)) === at);

/** As text, for a draft: who was chosen is known by their username. */
export const asText = (entries: readonly Entry[]): string =>
  entries.map(({ value, userId, label }) => (userId === undefined ? label : `@${value}`)).join(', ');
