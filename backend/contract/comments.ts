import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { newIdField, requiredText } from './text.js';
import { versionField } from './write.js';

const textField = requiredText('Comment', LIMITS.commentMax);

/** Input of a new comment. */
export const addCommentSchema = v.object({ id: newIdField, text: textField });

/** Input of a changed comment. */
export const updateCommentSchema = v.object({ text: textField, version: versionField });

/** The usernames that a text mentions: `@name`, not within a word or an address; folded to lower case. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![^\s([{'"])@([^\s@]{3,50})/gu)].map(([, name]) => (name ?? '').toLowerCase())),
];
