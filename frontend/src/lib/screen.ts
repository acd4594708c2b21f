import { useSyncExternalStore } from 'react';

/** Narrower than what the classes call `md`: a phone. */
const NARROW = '(width < 48rem)';

const subscribe = (tell: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Is there only room for one thing below the other? */
export const isNarrow = (): boolean => window.matchMedia?.(NARROW).matches ?? false;

/** The same, as it changes when a phone is turned. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);

/** Where one touches, a keyboard that opens by itself would cover what is there to be touched. */
export const isTouched = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;
