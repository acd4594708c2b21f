import type { NormalizedCacheObject } from '@apollo/client';
import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { isDataSaverOn } from '../../lib/idle';

/** The position up to which a project was read. */
export interface Position {
  projectId: string;
  revision: number;
}

/** The channel on which tabs send their data to the tab that writes, and ask each other to delete the data. */
export const CHANNEL = 'cairn-kept';
export const DELETE_REQUEST = 'forget';

/** The data of one tab, or all stored data of this device: the cache, and the positions of its projects. */
export interface Snapshot {
  userId: string;
  /** The epoch of the database. */
  epoch: string | null;
  positions: readonly Position[];
  cache: NormalizedCacheObject;
}

export interface StoredSnapshot extends Snapshot {
  format: number;
  /** A digest of the token with which it was read, because people with another token must not see it. */
  session: string;
}

/** Changes with the format, so that data of an older build is not read. */
export const FORMAT = 1;
const KEY = 'kept';

let store: UseStore | undefined;
/** Storage may be missing, or throw. */
const storage = (): UseStore => (store ??= createStore('cairn-kept', 'kept'));

/** Why nothing is stored; null if data is stored. */
export type PersistError = 'insecure' | 'unsupported' | 'saving' | 'forbidden' | 'full';

/** Returns why this browser cannot open the app without a connection, as far as this is known before trying. */
export const unsupportedReason = (): PersistError | null => {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'locks' in navigator && 'BroadcastChannel' in window;
  if (!isAble || !('indexedDB' in window)) return 'unsupported';
  // With Data Saver on, only requested data is fetched, and the app's files are not stored.
  return isDataSaverOn() ? 'saving' : null;
};

/** Returns a digest to store in place of the token. */
export const digestToken = async (token: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

/** Returns the stored data of this device, if it exists and can be read. */
export const readPersisted = async (): Promise<StoredSnapshot | undefined> => {
  try {
    const kept = await get<StoredSnapshot>(KEY, storage());
    return kept?.format === FORMAT ? kept : undefined;
  } catch {
    return undefined;
  }
};

/** Stores the data in one write; returns the reason if that was not possible. */
export const writePersisted = async (kept: StoredSnapshot): Promise<PersistError | null> => {
  try {
    await set(KEY, kept, storage());
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  }
};

/** Deletes all stored pages, even if storing is turned off or fails now. Unsent writes are stored elsewhere. */
export const clearPersisted = async (): Promise<void> => {
  if (!('BroadcastChannel' in window) || !('indexedDB' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have this parameter
  channel.postMessage(DELETE_REQUEST);
  channel.close();
  try {
    await del(KEY, storage());
  } catch {
    // If that fails, there is no stored data.
  }
};
