import { useSyncExternalStore } from 'react';
import type { NotKept } from './kept';

let problem: NotKept | null = null;
const listeners = new Set<() => void>();

/** Why what is read is not kept on this device; null while it is. */
export const noteKeeping = (next: NotKept | null): void => {
  if (next === problem) return;
  problem = next;
  for (const tell of listeners) tell();
};

/** Why what is read is not kept on this device; null while it is. */
export const useKeeping = (): NotKept | null =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => problem,
  );
