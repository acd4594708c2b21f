import { withAsciiDomain } from '@contract/auth';

/** A person to add: chosen from people the viewer knows, or typed. */
export interface Entry {
  /** The typed text without the @ of a username; the username of a chosen person. */
  value: string;
  label: string;
  /** Of a chosen person. */
  userId?: string;
}

const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text);

/** Mail programs write a name before the address: 'Jon Bell <jon@tern.example>'. */
const addressIn = (text: string): string => /<\s*([^<>\s]+@[^<>\s]+)\s*>/.exec(text)?.[1] ?? text;

/** People write usernames with the @ that the app shows before them. */
const entryOf = (text: string): Entry => {
  const value = withAsciiDomain(text.replace(/^@/, ''));
  return { value, label: text };
};

/** Splits a text with several people at commas, semicolons and line ends; email addresses also at white space. */
export const entriesIn = (text: string): Entry[] =>
  text
    .replace(/"[^"\n]*"/g, '')
    .split(/[,，、;；\n\r\t]+/)
    .map((part) => addressIn(part.trim()))
    .flatMap((part) => (part.split(/\s+/).every(isAddress) ? part.split(/\s+/) : [part]))
    .filter((part) => part !== '' && part !== '@')
    .map(entryOf);

/** Splits the typed text into complete entries and the one being typed. */
export const splitInput = (text: string): { done: Entry[]; rest: string } => {
  const end = Math.max(...[',', '，', '、', ';', '；', '\n'].map((it) => text.lastIndexOf(it)));
  const [head, rest] = [text.slice(0, end + 1), text.slice(end + 1)];
  // A space ends an email or a username, but not a name that is being searched for.
  const isComplete = /^\s*(?:\S+@\S+|@\S+)\s+$/.test(rest);
  return { done: entriesIn(isComplete ? text : head), rest: isComplete ? '' : rest.trimStart() };
};

const keyOf = ({ value, userId }: Entry): string => userId ?? value.toLowerCase();

export const isSameEntry = (a: Entry, b: Entry): boolean => keyOf(a) === keyOf(b);

/** Removes duplicates and keeps the order. */
export const uniqueEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => entries.findIndex((other) => isSameEntry(other, entry)) === at);

/** Converts entries to text for a draft; chosen people are stored by username. */
export const entriesToText = (entries: readonly Entry[]): string =>
  entries.map(({ value, userId, label }) => (userId === undefined ? label : `@${value}`)).join(', ');
