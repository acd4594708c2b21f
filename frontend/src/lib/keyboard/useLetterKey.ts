import { useEffect, useEffectEvent } from 'react';
import { isFreeForPage } from './scope';

/** Handles a letter that acts on the page, whatever has the focus. */
export const useLetterKey = (letter: string, onPress: () => void): void => {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== letter || !isFreeForPage(event)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter]);
};
