import { useSyncExternalStore } from 'react';

/** Narrower than the Tailwind breakpoint `md`: a phone. */
const NARROW = '(width < 48rem)';

const subscribe = (tell: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Whether the screen only fits one column. */
export const isNarrow = (): boolean => window.matchMedia?.(NARROW).matches ?? false;

/** The same as a hook, which updates when a phone is turned. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);

/** Whether this is a touch screen, where a keyboard that opens automatically would cover other controls. */
export const isTouchScreen = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;

/** Returns how many times larger than usual the browser shows text. Sizes in pixels that hold text are multiplied by it. */
export const readTextScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
