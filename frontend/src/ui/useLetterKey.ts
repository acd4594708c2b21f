import { useEffect, useEffectEvent } from 'react';
import { isAfterG } from '../lib/afterG';
import { isSwitchedOff } from '../lib/singleKeys';
import { isTyping } from '../lib/typing';
import { isOverPage } from './openLayers';

/** A letter that works wherever on the page the focus is, unless it is text there or something else has the keys. */
export const useLetterKey = (letter: string, onPress: () => void): void => {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key !== letter || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || event.repeat) return;
      if (isTyping(event) || isOverPage(target) || isSwitchedOff(key) || isAfterG()) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter]);
};
