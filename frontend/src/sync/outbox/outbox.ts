import { useSyncExternalStore } from 'react';
import type { ApolloClient } from '@apollo/client';
import type { VersionedCache } from '../client/versionGuard';
import { onConnectionBack } from '../../lib/connection';
import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';
import { MeDocument } from '../../features/account/session/Me.generated';
import { getToken, subscribeToToken } from '../../features/account/session/token';
import { makeLayer, type Layer } from './layer';
import { operationOf } from './operations';
import type { Queue } from './queue';
import { startSender, type Sender } from './sender';
import { canKeep, changeQueue, dropQueue, openChannel, readQueue, type News } from './store';

/** What waits of the person who is signed in, as this tab sees it: the same in all tabs. */
export interface Outbox {
  me: CurrentUserFragment;
  /** Of the sign-in in whose name everything is sent. */
  token: string;
  client: ApolloClient;
  /** Changes what waits, on the device and in all tabs; answers what waits then. */
  change: (change: (queue: Queue) => Queue, done?: News['done']) => Promise<Queue>;
  queue: () => Queue;
  /** Forgets all of it. */
  drop: () => Promise<void>;
  sendNow: () => void;
}

/** What the screen shows of it. */
export interface Shown {
  queue: Queue;
  /** The write that this tab is sending. */
  sending: string | null;
}

const NOTHING: Shown = { queue: [], sending: null };

let shown = NOTHING;
let opened: { outbox: Outbox; close: () => void } | null = null;
let opening: { token: string; outbox: Promise<Outbox | null> } | null = null;
const listeners = new Set<() => void>();

const show = (next: Partial<Shown>): void => {
  shown = { ...shown, ...next };
  for (const tell of listeners) tell();
};

const open = async (client: ApolloClient, me: CurrentUserFragment, token: string): Promise<Outbox | null> => {
  const { id: userId } = me;
  // The app's client has no other cache.
  const cache = client.cache as VersionedCache;
  const layer: Layer = makeLayer(cache, me);
  let sender: Sender | null = null;
  let isOver = false;

  const take = (queue: Queue): void => {
    if (isOver) return;
    layer.lay(queue);
    show({ queue });
    sender?.wake();
  };
  const reload = async (): Promise<void> => {
    // What cannot be read now is read with the next change.
    const queue = await readQueue(userId).catch(() => null);
    if (queue) take(queue);
  };
  const channel = openChannel((news) => {
    if (news.userId !== userId || isOver) return;
    const { done } = news;
    const operation = operationOf(done?.operation);
    if (done && operation) {
      const { document: query } = operation;
      cache.writeQuery({ id: 'ROOT_MUTATION', query, variables: done.variables as never, data: done.data });
      operation.answer(cache, done.data);
      cache.evict({ id: 'ROOT_MUTATION' });
    }
    void reload();
  });

  const outbox: Outbox = {
    me,
    token,
    client,
    queue: () => shown.queue,
    change: async (change, done) => {
      const queue = await changeQueue(userId, change);
      take(queue);
      if (!isOver) channel.tell({ userId, ...(done && { done }) });
      return queue;
    },
    drop: async () => {
      await dropQueue(userId);
      take([]);
      channel.tell({ userId });
    },
    sendNow: () => sender?.sendNow(),
  };

  // In a private window, or where the storage is broken, nothing can wait.
  const kept = await readQueue(userId).catch(() => null);
  if (kept === null || getToken() !== token) {
    isOver = true;
    layer.remove();
    channel.close();
    return null;
  }
  take(kept);
  sender = startSender(outbox, (sending) => show({ sending }));
  const stopHearing = onConnectionBack(() => sender?.sendNow());
  const close = (): void => {
    isOver = true;
    stopHearing();
    sender?.stop();
    layer.remove();
    channel.close();
    opened = null;
    show(NOTHING);
  };
  // Whoever signs out, or whose sign-in has ended, leaves what waits behind: sealed, as it is kept under their name.
  const stopWatching = subscribeToToken(() => {
    if (getToken() === token) return;
    stopWatching();
    close();
  });
  opened = { outbox, close };
  return outbox;
};

/** What waits of whoever is signed in; null when nobody is, or when nothing can wait in this browser. */
export const openOutbox = async (client: ApolloClient): Promise<Outbox | null> => {
  const token = getToken();
  const me = client.readQuery({ query: MeDocument })?.me;
  if (token === null || !me || me.deletionAt !== null || !canKeep()) return null;
  if (opened?.outbox.token === token) return opened.outbox;
  if (opening?.token !== token) {
    const outbox = open(client, me, token).finally(() => {
      if (opening?.outbox === outbox) opening = null;
    });
    opening = { token, outbox };
  }
  return opening.outbox;
};

/** The one that is open. */
export const theOutbox = (): Outbox | null => opened?.outbox ?? null;

/** What waits, as it changes. */
export const useShown = (): Shown =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => shown,
  );
