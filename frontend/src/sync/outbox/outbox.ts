import type { ApolloClient } from '@apollo/client';
import type { TaskField } from '@contract/tasks';
import type { VersionedCache } from '../client/versionGuard';
import { onConnectionBack } from '../../lib/connection';
import { createStore, useStore } from '../../lib/store';
import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';
import { MeDocument } from '../../features/account/session/Me.generated';
import { getToken, subscribeToToken } from '../../features/account/session/token';
import type { FindWrite } from '../writes/defineWrite';
import { makeOptimisticLayer } from './optimisticLayer';
import type { Queue } from './queue';
import { startSender, type Sender } from './sender';
import { canQueue, changeQueue, dropQueue, openChannel, readQueue, type OutboxMessage } from './store';

/** The app's part of the outbox, which imports no features. */
export interface OutboxParts {
  /** Returns the definition of a write. */
  findWrite: FindWrite;
  /** Formats a value of a task's field, for conflicts. */
  formatField: (name: TaskField, value: unknown, nameOf: (userId: string) => string) => string;
}

/** The queue of the signed-in person, which all tabs share. */
export interface Outbox extends OutboxParts {
  me: CurrentUserFragment;
  /** The token of the session with which everything is sent. */
  token: string;
  client: ApolloClient;
  /** Changes the queue on the device and in all tabs; returns the new queue. */
  change: (change: (queue: Queue) => Queue, done?: OutboxMessage['done']) => Promise<Queue>;
  queue: () => Queue;
  drop: () => Promise<void>;
  /** Sends the queue at once, whichever tab sends it. */
  sendNow: () => void;
}

interface OutboxState {
  queue: Queue;
  /** The write that this tab is sending. */
  sending: string | null;
}

const EMPTY: OutboxState = { queue: [], sending: null };

const state = createStore(EMPTY);
let opened: { outbox: Outbox; close: () => void } | null = null;
let opening: { token: string; outbox: Promise<Outbox | null> } | null = null;

const setState = (next: Partial<OutboxState>): void => state.set({ ...state.get(), ...next });

const open = async (
  client: ApolloClient,
  parts: OutboxParts,
  me: CurrentUserFragment,
  token: string,
): Promise<Outbox | null> => {
  const { id: userId } = me;
  // The app's client always has this cache.
  const cache = client.cache as VersionedCache;
  const layer = makeOptimisticLayer(cache, me, parts.findWrite);
  let sender: Sender | null = null;
  let isOver = false;

  const take = (queue: Queue): void => {
    if (isOver) return;
    layer.apply(queue);
    setState({ queue });
    sender?.wake();
  };
  const reload = async (): Promise<void> => {
    // After a failure, the next change reads the queue.
    const queue = await readQueue(userId).catch(() => null);
    if (queue) take(queue);
  };
  const channel = openChannel((message) => {
    if (message.userId !== userId || isOver) return;
    if (message.sendNow) {
      sender?.sendNow();
      return;
    }
    const { done } = message;
    const write = parts.findWrite(done?.operation);
    if (done && write) {
      const { document: query } = write;
      cache.writeQuery({ id: 'ROOT_MUTATION', query, variables: done.variables, data: done.data });
      write.apply(cache, done.data, done.variables.input);
      cache.evict({ id: 'ROOT_MUTATION' });
    }
    void reload();
  });

  const outbox: Outbox = {
    me,
    token,
    ...parts,
    client,
    queue: () => state.get().queue,
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
    sendNow: () => {
      sender?.sendNow();
      channel.tell({ userId, sendNow: true });
    },
  };

  // In a private window, or with broken storage, nothing can be queued.
  const kept = await readQueue(userId).catch(() => null);
  if (kept === null || getToken() !== token) {
    isOver = true;
    layer.remove();
    channel.close();
    return null;
  }
  take(kept);
  sender = startSender(outbox, (sending) => setState({ sending }));
  const stopHearing = onConnectionBack(() => sender?.sendNow());
  const close = (): void => {
    isOver = true;
    stopHearing();
    sender?.stop();
    layer.remove();
    channel.close();
    opened = null;
    setState(EMPTY);
  };
  // Only stops this tab; the queue stays stored for the person who has signed out.
  const stopWatching = subscribeToToken(() => {
    if (getToken() === token) return;
    stopWatching();
    close();
  });
  opened = { outbox, close };
  return outbox;
};

/** Opens the queue of the signed-in person; null if there is none, or if this browser cannot queue. */
export const openOutbox = async (client: ApolloClient, parts: OutboxParts): Promise<Outbox | null> => {
  const token = getToken();
  const me = client.readQuery({ query: MeDocument })?.me;
  if (token === null || !me || me.deletionAt !== null || !canQueue()) return null;
  if (opened?.outbox.token === token) return opened.outbox;
  if (opening?.token !== token) {
    const outbox = open(client, parts, me, token).finally(() => {
      if (opening?.outbox === outbox) opening = null;
    });
    opening = { token, outbox };
  }
  return opening.outbox;
};

export const currentOutbox = (): Outbox | null => opened?.outbox ?? null;

/** Returns the queue, and the write that is being sent. */
export const useOutbox = (): OutboxState => useStore(state);
