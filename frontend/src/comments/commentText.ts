import * as v from 'valibot';
import { addCommentSchema } from '@contract/comments';
import { errorText, toAppError } from '../graphql/errors';

/** What is wrong with the text of a comment; undefined when nothing is. */
export const faultOf = (text: string): string | undefined => {
  const result = v.safeParse(v.pick(addCommentSchema, ['text']), { text });
  return result.success ? undefined : result.issues[0].message;
};

/** Why the server refused a comment, to be shown at its field; an ended sign-in says its own words. */
export const refusalOf = (error: unknown, fallback: string): string | undefined => {
  const { code, fields } = toAppError(error);
  if (code === 'UNAUTHENTICATED') return undefined;
  return fields.text?.[0] ?? errorText(error, fallback);
};

/** Where the half-typed change of a comment is kept. */
export const editDraftKey = (commentId: string): string => `comment-edit:${commentId}`;
