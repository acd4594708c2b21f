import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const paper = window.matchMedia?.('print');
/** Between the browser's two events; the media query may change only after the layout for print. */
let isBegun = false;

const subscribe = (tell: () => void): (() => void) => {
  const begin = (): void => {
    isBegun = true;
    // The layout for print happens right after the event.
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

/** Whether the page is being printed. Lists that render visible rows only then render all. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isBegun || (paper?.matches ?? false));
