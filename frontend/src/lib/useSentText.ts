import { useState } from 'react';
import { clearDraft, saveTextDraft, readTextDraft } from './drafts';
import { useIsShown } from './useIsShown';

/** The text of a field that is empty as soon as the text is sent. Its draft is kept until it has arrived. */
export const useSentText = (draft: string, separator = '\n') => {
  const [text, setText] = useState(() => readTextDraft(draft));
  const isShown = useIsShown();
  return {
    text,
    type: (next: string): void => {
      setText(next);
      saveTextDraft(draft, next);
    },
    /** Empties the field, so that further typing is the next text. */
    empty: (): void => setText(''),
    /** Removes the draft of a text that has arrived, unless new text was typed meanwhile. */
    discardDraft: (sent: string): void => {
      if (readTextDraft(draft) === sent) clearDraft(draft);
    },
    /**
     * Inserts a refused text before the one that was typed meanwhile. Returns false if the field was removed, so that
     * the refusal must be reported elsewhere.
     */
    restore: (refused: string): boolean => {
      const insert = (now: string): string => {
        const whole = [refused, now].filter(Boolean).join(separator);
        saveTextDraft(draft, whole);
        return whole;
      };
      if (isShown.current) setText(insert);
      else if (readTextDraft(draft) !== refused) insert(readTextDraft(draft));
      return isShown.current;
    },
  };
};
