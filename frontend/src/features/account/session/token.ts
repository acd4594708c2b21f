import { readStored, writeStored } from '../../../lib/storage';
import { createStoredText } from '../../../lib/store';
import { sessionTexts } from '../../../texts/session';
import { notify } from '../../../ui/notify';

const stored = createStoredText('token');

/** The token of the present sign-in; every tab of the browser has the same. */
export const getToken = (): string | null => stored.get() || null;

/** Stores the token of a new sign-in, or removes it with null. */
export const setToken = (token: string | null): void => {
  if (token !== null) noteExpired(false);
  stored.set(token);
};

/** Calls the listener when this tab or another one signs in or out. */
export const subscribeToToken = stored.subscribe;

/** Set from the end of a session until the login page has reported it. */
const noteExpired = (isExpired: boolean): void => writeStored('session-expired', isExpired ? '1' : null);

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
  if (readStored('session-expired') === null) return;
  noteExpired(false);
  notify.error(sessionTexts.expired);
};
