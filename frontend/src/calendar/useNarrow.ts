import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(width < 48rem)');
const subscribe = (tell: () => void): (() => void) => {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
};

/** Is there only room for one day below the other? */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
