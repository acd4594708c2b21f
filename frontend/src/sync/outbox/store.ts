import { createStore, del, get, update, type UseStore } from 'idb-keyval';
import type { Queue } from './queue';

/** What tabs tell each other. */
export interface News {
  /** Whose writes have changed. */
  userId: string;
  /** A write that the tab which sends has done. */
  done?: { operation: string; variables: object; data: unknown };
}

const NAME = 'cairn-queue';

let opened: UseStore | undefined;
// One value for each person: whoever signs in sees and sends their own, and each change of it is one write.
const store = (): UseStore => (opened ??= createStore(NAME, 'people'));

/**
 * Can writes wait here? Sending in turn needs the browser's locks, which it has on HTTPS and on this very machine; a
 * private window may keep nothing.
 */
export const canKeep = (): boolean =>
  window.isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window;

/** What waits of a person. */
export const readQueue = async (userId: string): Promise<Queue> => (await get<Queue>(userId, store())) ?? [];

/** Changes what waits, in one step for all tabs; answers what waits then. */
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

/** Forgets what waits of a person. */
export const dropQueue = (userId: string): Promise<void> => del(userId, store());

/** The way to the other tabs. */
export const openChannel = (onNews: (news: News) => void): { tell: (news: News) => void; close: () => void } => {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, its own
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  };
};
