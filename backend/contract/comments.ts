import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { findMentionPlaces } from './mentions.js';
import { newIdField, requiredText } from './text.js';
import { versionField } from './write.js';

const textField = requiredText('Comment', LIMITS.commentMax);

export const addCommentSchema = v.object({ id: newIdField, text: textField });

export const updateCommentSchema = v.object({ text: textField, version: versionField });

/** Markdown code blocks and spans, in which `@` mentions no one. */
const CODE =
  /^[ \t]*(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![^]))|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^])+?(?<!`)\2(?!`)/gmu;

/**
 * Finds the places where a text mentions someone as `@name`, in any case: the usernames that each can mean, the longest
 * first. Ignores `@` within words, addresses and code.
 */
export const findMentions = (text: string): string[][] =>
  findMentionPlaces(text.replaceAll(CODE, ''))
    .map(({ names }) => names.filter(({ length }) => length >= LIMITS.usernameMin && length <= LIMITS.usernameMax))
    .filter(({ length }) => length > 0);
