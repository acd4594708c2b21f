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

/** Finds the usernames that a text can mention as `@name`, in any case. Ignores `@` within words, addresses and code. */
export const findMentions = (text: string): string[] => {
  const names = findMentionPlaces(text.replaceAll(CODE, '')).flatMap((place) => place.names);
  const possible = names.filter(({ length }) => length >= LIMITS.usernameMin && length <= LIMITS.usernameMax);
  return [...new Set(possible)];
};
