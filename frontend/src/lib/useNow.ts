import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  now = Date.now();
  for (const tell of listeners) tell();
};

// A sleeping machine stops its timers: look at the clock when the page is shown again.
const onVisible = (): void => {
  if (document.visibilityState === 'visible') tick();
};

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  if (!timer) {
    timer = setInterval(tick, MINUTE);
    document.addEventListener('visibilitychange', onVisible);
  }
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', onVisible);
  };
};

const snapshot = (): number => {
  // With no timer running the kept time may be old.
  if (!timer && Date.now() - now > MINUTE) now = Date.now();
  return now;
};

/** The present moment, new once a minute. All who ask share one timer, so that labels of due dates turn together. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, snapshot));
