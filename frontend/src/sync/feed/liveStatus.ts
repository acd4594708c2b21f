import { noteConnection } from '../../lib/connection';
import { createStore, useStore } from '../../lib/store';

/** What the frame says of the connection; 'live' says nothing. */
export type LiveStatus = 'live' | 'offline' | 'catchingUp';

/** Shorter gaps are nobody's concern. */
const OFFLINE_MS = 2_000;
/** What was missed comes in one go; when nothing comes for so long, it is all there. */
const QUIET_MS = 400;

// Where there is no network when the page is opened, nobody has to wait for a connection to fail.
const status = createStore<LiveStatus>(navigator.onLine ? 'live' : 'offline');
let timer: ReturnType<typeof setTimeout> | undefined;

const becomeLater = (next: LiveStatus, delay: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => status.set(next), delay);
};

/** The connection is lost, or not there yet. */
export const noteDown = (): void => {
  if (status.get() !== 'offline') becomeLater('offline', navigator.onLine ? OFFLINE_MS : 0);
};

/** The connection stands. */
export const noteUp = (): void => {
  clearTimeout(timer);
  noteConnection();
  if (status.get() === 'live') return;
  status.set('catchingUp');
  becomeLater('live', QUIET_MS);
};

/** Something came over the connection. */
export const noteEvent = (): void => {
  if (status.get() === 'catchingUp') becomeLater('live', QUIET_MS);
};

/** Nobody is signed in any more. */
export const noteEnd = (): void => {
  clearTimeout(timer);
  status.set('live');
};

/** Does this tab hear of what happens? */
export const isLive = (): boolean => status.get() === 'live';

/** Whether this tab is up to date. */
export const useLiveStatus = (): LiveStatus => useStore(status);
