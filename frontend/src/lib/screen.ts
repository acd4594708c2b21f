import { useSyncExternalStore } from 'react';

/** Narrower than what the classes call `md`: a phone. */
const NARROW = '(width < 48rem)';

const subscribe = (tell: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Whether the screen has room for one column only. */
export const isNarrow = (): boolean => window.matchMedia?.(NARROW).matches ?? false;

/** The same as a hook, which changes when a phone is turned. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);

/** On touch screens, a keyboard that opens by itself would cover other controls. */
export const isTouched = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;
