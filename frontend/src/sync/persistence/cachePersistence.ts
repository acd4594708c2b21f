import type { ApolloClient } from '@apollo/client';
import { VersionedCache } from '../client/versionGuard';
import { whenIdle } from '../../lib/idle';
import { MeDocument } from '../../features/account/session/Me.generated';
import { getToken } from '../../features/account/session/token';
import {
  CHANNEL,
  DELETE_REQUEST,
  FORMAT,
  type StoredSnapshot,
  readPersisted,
  digestToken,
  type Snapshot,
  unsupportedReason,
  writePersisted,
} from './persistedCache';
import { setPersistenceStatus } from './persistenceStatus';
import { merge } from './merge';
import { getFeedPositions } from '../feed/positions';

/** The lock held by the tab that writes the data of all tabs. */
const LEADER_LOCK = 'cairn-leader';
/** The minimum interval between two writes. */
const PAUSE_MS = 2_000;

/** A message to the tab that writes. */
interface SnapshotMessage {
  known: Snapshot;
  gone: readonly string[];
}

/**
 * Stores on this device what the pages of this person have shown, so that they can be read without a connection: the
 * cache and the positions together, in one write by one tab, to which all others send their data. Returns a function
 * that stops it.
 */
export const persistCache = (client: ApolloClient, userId: string): (() => void) => {
  const { cache } = client;
  const token = getToken();
  const reason = unsupportedReason();
  setPersistenceStatus(reason);
  if (reason || token === null || !(cache instanceof VersionedCache)) return () => undefined;

  const channel = new BroadcastChannel(CHANNEL);
  const over = new AbortController();
  /** Resolves when this tab is the writing one and has read the stored data. */
  let beginning: Promise<void> | undefined;
  /** All stored data, in the tab that writes. */
  let all: Snapshot | undefined;
  let session = '';
  let isLeader = false;
  let isWriting = false;
  let isStale = false;
  let hasNews = true;
  let ids: ReadonlySet<string> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** This tab's data, without optimistic changes. */
  const look = (): SnapshotMessage | undefined => {
    const me = cache.readQuery({ query: MeDocument })?.me;
    if (me?.id !== userId) return undefined;
    const reader = getFeedPositions();
    const known: Snapshot = {
      userId,
      epoch: reader?.epoch ?? me.epoch,
      positions: reader?.all() ?? (me.positions ?? []).map(({ projectId, revision }) => ({ projectId, revision })),
      cache: cache.extract(false),
    };
    const before = ids;
    ids = new Set(Object.keys(known.cache));
    return { known, gone: [...before].filter((id) => !ids.has(id)) };
  };

  const isMine = (): boolean => !over.signal.aborted && getToken() === token;

  const write = async (): Promise<void> => {
    isStale = true;
    if (isWriting) return;
    isWriting = true;
    while (isStale && all && isMine()) {
      isStale = false;
      const next: StoredSnapshot = { ...all, format: FORMAT, session };
      let problem = await writePersisted(next);
      if (problem === 'full' && isMine()) {
        // Uses the current data rather than the data of an earlier moment.
        const message = look();
        if (message) problem = await writePersisted({ ...next, ...(all = message.known) });
      }
      setPersistenceStatus(problem);
    }
    isWriting = false;
  };

  const take = ({ known, gone }: SnapshotMessage): void => {
    all = merge(all, known, gone);
    void write();
  };

  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!hasNews || !isMine()) return;
    const message = look();
    if (!message) return;
    hasNews = false;
    if (isLeader) take(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have this parameter
    else channel.postMessage(message);
  };

  const onChange = (): void => {
    hasNews = true;
    // A hidden tab sends its data when it is left, not at every change.
    if (document.visibilityState === 'visible') timer ??= setTimeout(() => whenIdle(tell), PAUSE_MS);
  };
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') tell();
  };
  const onMessage = ({ data }: MessageEvent<SnapshotMessage | typeof DELETE_REQUEST>): void => {
    if (data === DELETE_REQUEST) {
      // From now on, only visible data is stored.
      all = undefined;
      return;
    }
    // A tab that becomes the writing one reads the stored data first.
    void beginning?.then(() => {
      if (isLeader && isMine() && data.known.userId === userId) take(data);
    });
  };

  const begin = async (): Promise<void> => {
    [all, session] = await Promise.all([readPersisted(), digestToken(token)]);
    isLeader = true;
  };
  const lead = async (): Promise<void> => {
    beginning = begin();
    await beginning;
    hasNews = true;
    tell();
    await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  };

  const stopWatching = cache.watchChanges(onChange);
  channel.addEventListener('message', onMessage);
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', tell);
  onChange();
  // Tabs that wait for the lock continue when the tab that holds it is closed.
  navigator.locks.request(LEADER_LOCK, { signal: over.signal }, lead).catch(() => undefined);
  return () => {
    over.abort();
    clearTimeout(timer);
    stopWatching();
    channel.close();
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', tell);
  };
};
