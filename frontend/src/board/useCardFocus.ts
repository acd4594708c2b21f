import { useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';

/** A menu that a card was moved from, and the library that dragged it, give the focus back to where it was first. */
const AFTER_OTHERS_MS = 50;

const cardOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined;

/**
 * The focus on cards of which most are not in the document. The card that had it last is kept there, in whatever column
 * it stands, so that neither scrolling nor a change by others takes the focus away.
 */
export const useCardFocus = () => {
  const [focusedId, setFocusedId] = useState<string | null>(null);

  const focusCard = (id: string): void => {
    flushSync(() => setFocusedId(id));
    const link = document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);
    link?.focus({ preventScroll: true });
    link?.closest('[data-card]')?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  };

  return {
    focusedId,
    focusCard,
    /** Gives the focus to a card that was moved, once the move is painted. */
    focusLater: (id: string): void => void setTimeout(() => focusCard(id), AFTER_OTHERS_MS),
    onFocus: ({ target }: FocusEvent): void => {
      const id = cardOf(target);
      if (id !== undefined) setFocusedId(id);
    },
  };
};
