import { useEffect, useEffectEvent } from 'react';
import { isSwitchedOff } from '../lib/singleKeys';
import { isAfterG, watchKeys } from './afterG';

/** Where letters are text, or what is open has keys of its own. */
const ELSEWHERE =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** T goes to today, wherever on the page the focus is. */
export const useTodayKey = (onToday: () => void): void => {
  const goToday = useEffectEvent(onToday);
  useEffect(() => {
    const stop = watchKeys();
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key !== 't' || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || event.repeat) return;
      const isElsewhere = target instanceof Element && target.closest(ELSEWHERE);
      if (isElsewhere || isSwitchedOff(key) || isAfterG()) return;
      event.preventDefault();
      goToday();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      stop();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
};
