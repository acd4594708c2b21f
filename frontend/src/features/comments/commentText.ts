import { useState } from 'react';
import * as v from 'valibot';
import { addCommentSchema } from '@contract/comments';
import { issueText } from '../../lib/issueText';
import { errorText, isTransient, toAppError } from '../../sync/client/errors';
import type { Refusal } from '../tasks/fields/taskFieldState';
import type { CheckedField } from '../tasks/model/taskValues';

const NOTHING: Refusal = { message: undefined, isUnsent: false };

/** Trims the text of a comment, or returns its error. */
export const checkComment = (text: string): CheckedField<string> => {
  const result = v.safeParse(v.pick(addCommentSchema, ['text']), { text });
  return result.success ? { value: text.trim() } : { fault: issueText(result.issues[0]) };
};

/** Reports why a comment was refused; an ended session has its own message. */
export const describeRefusal = (error: unknown, fallback: string): Refusal => {
  const { code, fields } = toAppError(error);
  const message = code === 'UNAUTHENTICATED' ? undefined : (fields.text?.[0] ?? errorText(error, fallback));
  return { message, isUnsent: isTransient(error) };
};

/** The state of a refused new comment. */
export const useRefusal = () => {
  const [refusal, setRefusal] = useState(NOTHING);
  return {
    ...refusal,
    /** Checks the text against the contract. Returns whether it is valid, and shows the error if not. */
    check: (text: string): boolean => {
      const checked = checkComment(text);
      setRefusal({ message: 'fault' in checked ? checked.fault : undefined, isUnsent: false });
      return !('fault' in checked);
    },
    refuse: (error: unknown, fallback: string): void => setRefusal(describeRefusal(error, fallback)),
    clear: (): void => setRefusal(NOTHING),
  };
};

export const editDraftKey = (commentId: string): string => `comment-edit:${commentId}`;
