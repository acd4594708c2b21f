import { createStore, del, get, update, type UseStore } from 'idb-keyval';
import type { StoredInput } from '../writes/defineWrite';
import type { Queue } from './queue';

/** A message to the other tabs. */
export interface OutboxMessage {
  /** The person whose queue has changed. */
  userId: string;
  /** A write that the sending tab has completed. */
  done?: { operation: string; variables: { input: StoredInput }; data: unknown };
  /** Asks the tab that sends to end its pause. */
  sendNow?: true;
}

const NAME = 'cairn-queue';

let opened: UseStore | undefined;
// One value per person, so that each change is one write.
const store = (): UseStore => (opened ??= createStore(NAME, 'people'));

/** Returns whether writes can be queued. Sending in order needs the browser's locks, which need HTTPS or localhost. */
export const canQueue = (): boolean =>
  window.isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window;

export const readQueue = async (userId: string): Promise<Queue> => (await get<Queue>(userId, store())) ?? [];

/** Changes the queue in one transaction; returns the new queue. */
export const changeQueue = async (userId: string, change: (queue: Queue) => Queue): Promise<Queue> => {
  let next: Queue = [];
  await update<Queue>(
    userId,
    (kept) => {
      next = change(kept ?? []);
      return next;
    },
    store(),
  );
  return next;
};

export const dropQueue = (userId: string): Promise<void> => del(userId, store());

/** Opens the channel to the other tabs. */
export const openChannel = (
  onMessage: (message: OutboxMessage) => void,
): { tell: (message: OutboxMessage) => void; close: () => void } => {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => onMessage(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin, so it has no such parameter
    tell: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
};
