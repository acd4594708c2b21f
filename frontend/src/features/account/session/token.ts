import { sessionTexts } from '../../../texts/session';
import { notify } from '../../../ui/notify';

const KEY = 'token';
/** In the tab's own storage: set from the end of a session until the login page has said so. */
const EXPIRED_KEY = 'session-expired';
const listeners = new Set<() => void>();
/** Stands in for the storage where that is forbidden: the sign-in then lasts as long as the page. */
let inMemory: string | null = null;

/** The token of the present sign-in; every tab of the browser has the same. */
export const getToken = (): string | null => {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return inMemory;
  }
};

/** Keeps the token of a new sign-in, or forgets it with null. */
export const setToken = (token: string | null): void => {
  inMemory = token;
  if (token !== null) noteExpired(false);
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Storage may be forbidden; the copy in memory serves this tab.
  }
  for (const tell of listeners) tell();
};

/** Tells when this tab or another one signs in or out. */
export const subscribeToToken = (tell: () => void): (() => void) => {
  // A null key means that the whole storage was cleared.
  const onStorage = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) tell();
  };
  listeners.add(tell);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', onStorage);
  };
};

const noteExpired = (isExpired: boolean): void => {
  try {
    if (isExpired) sessionStorage.setItem(EXPIRED_KEY, '1');
    else sessionStorage.removeItem(EXPIRED_KEY);
  } catch {
    // Storage may be forbidden; the message that `expireSession` shows at once is then the only one.
  }
};

/**
 * The server no longer knows the sign-in of this token. Several requests may find that out at once, and a late one may
 * find it out about an earlier sign-in: only the first to name the present token ends it.
 */
export const expireSession = (token: string): void => {
  if (getToken() !== token) return;
  setToken(null);
  noteExpired(true);
  notify.error(sessionTexts.expired);
};

/**
 * Shows the message of an expired session for its whole time from now on, if there is one. The first message may have ended
 * while the login page was still loading, or with the page that it was on.
 */
export const repeatExpired = (): void => {
  try {
    if (sessionStorage.getItem(EXPIRED_KEY) === null) return;
  } catch {
    return;
  }
  noteExpired(false);
  notify.error(sessionTexts.expired);
};
