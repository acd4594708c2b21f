import { useEffect, useEffectEvent } from 'react';
import { isSwitchedOff } from './singleKeys';
import { isAfterG, watchKeys } from './afterG';

/** Where letters are text, or what is open has keys of its own. */
const ELSEWHERE =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** A letter that works wherever on the page the focus is. */
export const useLetterKey = (letter: string, onPress: () => void): void => {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const stop = watchKeys();
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key !== letter || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || event.repeat) return;
      const isElsewhere = target instanceof Element && target.closest(ELSEWHERE);
      if (isElsewhere || isSwitchedOff(key) || isAfterG()) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      stop();
      document.removeEventListener('keydown', onKey);
    };
  }, [letter]);
};
