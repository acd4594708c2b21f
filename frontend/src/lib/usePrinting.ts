import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const paper = window.matchMedia?.('print');
/** Between the browser's two events; the media query may change only after the pages are laid out. */
let isBegun = false;

const subscribe = (tell: () => void): (() => void) => {
  const begin = (): void => {
    isBegun = true;
    // The pages are laid out right after the event.
    flushSync(tell);
  };
  const end = (): void => {
    isBegun = false;
    tell();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  paper?.addEventListener('change', tell);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    paper?.removeEventListener('change', tell);
  };
};

/** Is the page being printed? Then what is only drawn where it is seen is drawn as a whole. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isBegun || (paper?.matches ?? false));
