import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { taskLinkOf } from '../model/taskUrl';
import { scrollToElement } from '../../../ui/scrollToElement';
import { isOpenLayerAt } from '../../../lib/keyboard/layers';

/** The menu and the drag library move the focus back to the element that had it. This delay is longer than theirs. */
const AFTER_LIBRARIES_MS = 50;
/** When the server has answered, the moved card gets another element again. */
const FOCUS_TIMEOUT_MS = 2_000;

const cardOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined;

const focusLink = (id: string): void => {
  const link = taskLinkOf(id);
  link?.focus({ preventScroll: true });
  const card = link?.closest('[data-card]');
  if (card) scrollToElement(card);
};

/**
 * Keeps the focus on a card. The last focused card stays rendered, in any column, so that neither scrolling nor other
 * people's changes remove the focus.
 */
export const useCardFocus = () => {
  const [focusedId, setFocusedId] = useState<string | null>(null);

  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current !== null && document.activeElement === document.body) focusLink(wanted.current);
  });

  const focusCard = (id: string): void => {
    flushSync(() => setFocusedId(id));
    focusLink(id);
  };

  return {
    focusedId,
    focusCard,
    /** Focuses a moved card after the move is painted. */
    focusLater: (id: string): void => {
      wanted.current = id;
      const before = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        const next = now === before ? null : now;
        const other = next ? cardOf(next) : undefined;
        // If the person has moved to another card or a menu meanwhile, the focus stays there.
        if ((other === undefined || other === id) && !isOpenLayerAt(next)) focusCard(id);
        else wanted.current = null;
      }, AFTER_LIBRARIES_MS);
      setTimeout(() => {
        if (wanted.current === id) wanted.current = null;
      }, FOCUS_TIMEOUT_MS);
    },
    onFocus: ({ target }: FocusEvent): void => {
      const id = cardOf(target);
      if (id !== undefined) setFocusedId(id);
    },
  };
};
