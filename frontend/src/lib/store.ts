import { useSyncExternalStore } from 'react';
import { readStored, writeStored, type StoredKey } from './storage';

/** Listeners of something outside React. */
export interface Listeners {
  /** Adds a listener; returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
  notify: () => void;
}

/** `start` runs with the first listener; the function that it returns runs after the last one is removed. */
export const createListeners = (start?: () => () => void): Listeners => {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
};

/** A value outside React. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: Listeners['subscribe'];
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
};

/** A stored text that is synchronized across tabs. */
export const createStoredText = (key: StoredKey): Store<string | null> => {
  const { subscribe, notify } = createListeners(() => {
    // The key is null if the whole storage was cleared.
    const onStorage = (event: StorageEvent): void => {
      if (event.key === key || event.key === null) notify();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  });
  return {
    get: () => readStored(key),
    set: (text) => {
      writeStored(key, text);
      notify();
    },
    subscribe,
  };
};

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get);
