import { useSyncExternalStore } from 'react';
import { createListeners } from './store';

const MINUTE = 60_000;
let now = Date.now();
let isTicking = false;

const listeners = createListeners(() => {
  const timer = setInterval(tick, MINUTE);
  // A sleeping machine stops its timers, so the time is updated when the page is shown again.
  document.addEventListener('visibilitychange', tick);
  isTicking = true;
  return () => {
    isTicking = false;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
});

const tick = (): void => {
  // A hidden page shows no time, and must not ask the server every minute for what has become overdue.
  if (document.hidden) return;
  now = Date.now();
  listeners.notify();
};

const snapshot = (): number => {
  // While no timer runs, the stored time becomes outdated.
  if (!isTicking && Date.now() - now > MINUTE) now = Date.now();
  return now;
};

/**
 * Returns the time, updated once a minute while the page is visible. All users share one timer, so labels of due dates
 * change together.
 */
export const useNow = (): Date => new Date(useSyncExternalStore(listeners.subscribe, snapshot));
