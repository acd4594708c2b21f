import { useSyncExternalStore } from 'react';
import { noteConnection } from '../../lib/connection';

/** What the frame says of the connection; 'live' says nothing. */
export type LiveStatus = 'live' | 'offline' | 'catchingUp';

/** Shorter gaps are nobody's concern. */
const OFFLINE_MS = 2_000;
/** What was missed comes in one go; when nothing comes for so long, it is all there. */
const QUIET_MS = 400;

// Where there is no network when the page is opened, nobody has to wait for a connection to fail.
let status: LiveStatus = navigator.onLine ? 'live' : 'offline';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const become = (next: LiveStatus): void => {
  if (next === status) return;
  status = next;
  for (const tell of listeners) tell();
};

const becomeLater = (next: LiveStatus, delay: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => become(next), delay);
};

/** The connection is lost, or not there yet. */
export const noteDown = (): void => {
  if (status !== 'offline') becomeLater('offline', navigator.onLine ? OFFLINE_MS : 0);
};

/** The connection stands. */
export const noteUp = (): void => {
  clearTimeout(timer);
  noteConnection();
  if (status === 'live') return;
  become('catchingUp');
  becomeLater('live', QUIET_MS);
};

/** Something came over the connection. */
export const noteEvent = (): void => {
  if (status === 'catchingUp') becomeLater('live', QUIET_MS);
};

/** Nobody is signed in any more. */
export const noteEnd = (): void => {
  clearTimeout(timer);
  become('live');
};

/** Does this tab hear of what happens? */
export const isLive = (): boolean => status === 'live';

/** Whether this tab is up to date. */
export const useLiveStatus = (): LiveStatus =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => status,
  );
