import { useState } from 'react';
import * as v from 'valibot';
import { addCommentSchema } from '@contract/comments';
import { errorText, isTransient, toAppError } from '../../sync/client/errors';
import type { Refusal } from '../tasks/fields/taskFieldState';

const NOTHING: Refusal = { message: undefined, isUnsent: false };

/** What is wrong with the text of a comment, or why it could not be sent. */
export const useRefusal = () => {
  const [refusal, setRefusal] = useState(NOTHING);
  return {
    ...refusal,
    /** Is the text what the contract takes? Says what is wrong with it. */
    check: (text: string): boolean => {
      const { issues } = v.safeParse(v.pick(addCommentSchema, ['text']), { text });
      setRefusal({ message: issues?.[0].message, isUnsent: false });
      return !issues;
    },
    /** Says why it was refused; an ended sign-in says its own words. */
    refuse: (error: unknown, fallback: string): void => {
      const { code, fields } = toAppError(error);
      const message = code === 'UNAUTHENTICATED' ? undefined : (fields.text?.[0] ?? errorText(error, fallback));
      setRefusal({ message, isUnsent: isTransient(error) });
    },
    clear: (): void => setRefusal(NOTHING),
  };
};

/** Where the half-typed change of a comment is kept. */
export const editDraftKey = (commentId: string): string => `comment-edit:${commentId}`;
