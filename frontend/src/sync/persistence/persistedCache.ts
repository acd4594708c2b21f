import type { NormalizedCacheObject } from '@apollo/client';
import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { savesData } from '../../lib/idle';

/** Where one read a project up to. */
export interface Position {
  projectId: string;
  revision: number;
}

/** By it tabs tell the one that writes what they know, and all of them that it is to be forgotten. */
export const CHANNEL = 'cairn-kept';
export const FORGET = 'forget';

/** What one tab knows, or what this device keeps of all of them: the cache, and where its projects stood. */
export interface Snapshot {
  userId: string;
  /** Which life of the database it is about. */
  epoch: string | null;
  positions: readonly Position[];
  cache: NormalizedCacheObject;
}

export interface Kept extends Snapshot {
  format: number;
  /** A digest of the token by which it was read: whoever has another one is not shown it. */
  session: string;
}

/** Changes with what is kept: what an older build wrote in another way is not read. */
export const FORMAT = 1;
const KEY = 'kept';

let store: UseStore | undefined;
/** A browser may have no such storage, or refuse it by throwing. */
const storage = (): UseStore => (store ??= createStore('cairn-kept', 'kept'));

/** Why nothing is kept; null where it is. */
export type PersistError = 'insecure' | 'unsupported' | 'saving' | 'forbidden' | 'full';

/** Why this browser could not open the app without a connection, as far as one knows before trying. */
export const unsupportedReason = (): PersistError | null => {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'locks' in navigator && 'BroadcastChannel' in window;
  if (!isAble || !('indexedDB' in window)) return 'unsupported';
  // Who saves data is sent nothing that was not asked for, and the app's files are not.
  return savesData() ? 'saving' : null;
};

/** Stands for a token where the token itself must not lie. */
export const sessionOf = async (token: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

/** What this device keeps, if it keeps something and can be asked. */
export const readPersisted = async (): Promise<Kept | undefined> => {
  try {
    const kept = await get<Kept>(KEY, storage());
    return kept?.format === FORMAT ? kept : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps it, in one write; answers why that was not possible. */
export const writePersisted = async (kept: Kept): Promise<PersistError | null> => {
  try {
    await set(KEY, kept, storage());
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  }
};

/** Forgets all that is kept. What somebody has written and not sent is kept elsewhere. */
export const clearPersisted = async (): Promise<void> => {
  if (unsupportedReason()) return;
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
  channel.postMessage(FORGET);
  channel.close();
  try {
    await del(KEY, storage());
  } catch {
    // Then there is nothing.
  }
};
