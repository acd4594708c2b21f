import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { newIdField, requiredText } from './text.js';
import { versionField } from './write.js';

const textField = requiredText('Comment', LIMITS.commentMax);

/** Input of a new comment. */
export const addCommentSchema = v.object({ id: newIdField, text: textField });

/** Input of a changed comment. */
export const updateCommentSchema = v.object({ text: textField, version: versionField });

const MENTION = /(?<![^\s([{'"])@([^\s@]+)(?!\S)/gu;
/** What may follow a name in a sentence. */
const PUNCTUATION = /[.,;:!?…)\]}'"]+$/u;

/**
 * The usernames that a text may mention: `@name`, not within a word or an address; folded to lower case. Before
 * punctuation there are two readings, as a username may end in it.
 */
export const mentionsIn = (text: string): string[] => {
  const names = [...text.matchAll(MENTION)].flatMap(([, name = '']) => [name, name.replace(PUNCTUATION, '')]);
  const possible = names.filter(({ length }) => length >= LIMITS.usernameMin && length <= LIMITS.usernameMax);
  return [...new Set(possible.map((name) => name.toLowerCase()))];
};
