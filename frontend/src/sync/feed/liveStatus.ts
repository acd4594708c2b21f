import { notifyConnectionBack } from '../../lib/connection';
import { createStore, useStore } from '../../lib/store';

/** The state of the connection in the frame; 'live' shows nothing. */
export type LiveStatus = 'live' | 'offline' | 'catchingUp';

/** Shorter gaps are not shown. */
const OFFLINE_MS = 2_000;
/** Missed events arrive together; after this time without one, all have arrived. */
const QUIET_MS = 400;

// A page that opens without a network does not wait for a connection attempt to fail.
const status = createStore<LiveStatus>(navigator.onLine ? 'live' : 'offline');
let timer: ReturnType<typeof setTimeout> | undefined;

const setStatusLater = (next: LiveStatus, delay: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => status.set(next), delay);
};

export const setDisconnected = (): void => {
  if (status.get() !== 'offline') setStatusLater('offline', navigator.onLine ? OFFLINE_MS : 0);
};

export const setConnected = (): void => {
  clearTimeout(timer);
  notifyConnectionBack();
  if (status.get() === 'live') return;
  status.set('catchingUp');
  setStatusLater('live', QUIET_MS);
};

/** An event has arrived. */
export const recordActivity = (): void => {
  if (status.get() === 'catchingUp') setStatusLater('live', QUIET_MS);
};

/** The person has signed out. */
export const setSignedOut = (): void => {
  clearTimeout(timer);
  status.set('live');
};

/** Whether this tab receives events. */
export const isLive = (): boolean => status.get() === 'live';

/** Whether this tab is up to date. */
export const useLiveStatus = (): LiveStatus => useStore(status);
