import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { newIdField, requiredText } from './text.js';
import { versionField } from './write.js';

const textField = requiredText('Comment', LIMITS.commentMax);

/** Input of a new comment. */
export const addCommentSchema = v.object({ id: newIdField, text: textField });

/** Input of a changed comment. */
export const updateCommentSchema = v.object({ text: textField, version: versionField });

/** Before a name stand white space, brackets, quotes and the marks of Markdown. */
const MENTION = /(?<![^\s([{'"*_~>|])@([^\s@]+)(?!\S)/gu;
/** What may follow a name in a sentence. */
const PUNCTUATION = /[.,;:!?…)\]}'"*_~|]+$/u;
/** Code in Markdown, in lines of its own or within one: an '@' in it mentions nobody. */
const CODE =
  /^[ \t]*(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![^]))|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^])+?(?<!`)\2(?!`)/gmu;

/**
 * The usernames that a text may mention: `@name`, not within a word, an address or code; folded to lower case. Before
 * punctuation there are two readings, as a username may end in it.
 */
export const mentionsIn = (text: string): string[] => {
  const names = [...text.replaceAll(CODE, '').matchAll(MENTION)].flatMap(([, name = '']) => [
    name,
    name.replace(PUNCTUATION, ''),
  ]);
  const possible = names.filter(({ length }) => length >= LIMITS.usernameMin && length <= LIMITS.usernameMax);
  return [...new Set(possible.map((name) => name.toLowerCase()))];
};
