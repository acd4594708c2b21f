import type { NormalizedCacheObject } from '@apollo/client';
import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { savesData } from '../../lib/idle';

/** The position up to which a project was read. */
export interface Position {
  projectId: string;
  revision: number;
}

/** The channel on which tabs send their data to the one that writes, and tell each other to delete it. */
export const CHANNEL = 'cairn-kept';
export const FORGET = 'forget';

/** One tab's data, or all stored data of this device: the cache, and the positions of its projects. */
export interface Snapshot {
  userId: string;
  /** The epoch of the database. */
  epoch: string | null;
  positions: readonly Position[];
  cache: NormalizedCacheObject;
}

export interface Kept extends Snapshot {
  format: number;
  /** A digest of the token that it was read with: people with another token do not see it. */
  session: string;
}

/** Changes with the format, so that data of an older build is not read. */
export const FORMAT = 1;
const KEY = 'kept';

let store: UseStore | undefined;
/** Storage may be missing, or throw. */
const storage = (): UseStore => (store ??= createStore('cairn-kept', 'kept'));

/** Why nothing is stored; null if it is. */
export type PersistError = 'insecure' | 'unsupported' | 'saving' | 'forbidden' | 'full';

/** Why this browser could not open the app without a connection, as far as one knows before trying. */
export const unsupportedReason = (): PersistError | null => {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'locks' in navigator && 'BroadcastChannel' in window;
  if (!isAble || !('indexedDB' in window)) return 'unsupported';
  // With Data Saver on, only requested data is fetched, and the app's files are not stored.
  return savesData() ? 'saving' : null;
};

/** Stands for a token where the token itself must not lie. */
export const sessionOf = async (token: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

/** The stored data of this device, if there is any and it can be read. */
export const readPersisted = async (): Promise<Kept | undefined> => {
  try {
    const kept = await get<Kept>(KEY, storage());
    return kept?.format === FORMAT ? kept : undefined;
  } catch {
    return undefined;
  }
};

/** Stores it in one write; returns why that was not possible. */
export const writePersisted = async (kept: Kept): Promise<PersistError | null> => {
  try {
    await set(KEY, kept, storage());
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  }
};

/** Deletes all stored pages. Unsent writes are stored elsewhere. */
export const clearPersisted = async (): Promise<void> => {
  if (unsupportedReason()) return;
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
  channel.postMessage(FORGET);
  channel.close();
  try {
    await del(KEY, storage());
  } catch {
    // Then there is no stored data.
  }
};
