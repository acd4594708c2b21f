import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const paper = window.matchMedia?.('print');
/** Set between the browser's two print events, because the media query may only change after the layout for print. */
let isBegun = false;

const subscribe = (tell: () => void): (() => void) => {
  const begin = (): void => {
    isBegun = true;
    // Synchronous, because the browser lays out for print right after the event.
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
