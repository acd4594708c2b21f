import { useSyncExternalStore } from 'react';

const KEY = 'single-keys';
const OFF = 'off';
const listeners = new Set<() => void>();
/** Stands in for the storage where that is forbidden. */
let isOn = true;

/** Do keys without Ctrl or ⌘ do anything? They do until somebody switches them off, such as for dictating. */
export const singleKeysOn = (): boolean => {
  try {
    isOn = localStorage.getItem(KEY) !== OFF;
  } catch {
    // The choice then lasts as long as the page.
  }
  return isOn;
};

/** Is this a letter that has been switched off? Arrows and the like always do what they do. */
export const isSwitchedOff = (key: string): boolean => /^\p{L}$/u.test(key) && !singleKeysOn();

const choose = (on: boolean): void => {
  isOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // As above.
  }
  for (const tell of listeners) tell();
};

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
};

/** Whether keys without Ctrl or ⌘ do anything, live across tabs, and how to choose. */
export const useSingleKeys = (): [boolean, (on: boolean) => void] => [
  useSyncExternalStore(subscribe, singleKeysOn),
  choose,
];
