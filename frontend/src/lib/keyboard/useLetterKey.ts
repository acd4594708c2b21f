import { useEffect, useEffectEvent } from 'react';
import { isFreeForPage } from './scope';

/** Handles a letter that acts on the page, whatever has the focus, also with Caps Lock. */
export const useLetterKey = (letter: string, onPress: () => void): void => {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isFreeForPage(event) || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter]);
};
