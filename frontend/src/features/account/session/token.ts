import { readStored, writeStored } from '../../../lib/storage';
import { createStoredText } from '../../../lib/store';
import { sessionTexts } from '../../../texts/session';
import { notify } from '../../../ui/notify';

const stored = createStoredText('token');

/** Returns the token of the current session, which all tabs of the browser share. */
export const getToken = (): string | null => stored.get() || null;

/** Stores the token of a new sign-in, or removes it with null. */
export const setToken = (token: string | null): void => {
  if (token !== null) setExpired(false);
  stored.set(token);
};

/** Calls the listener when this tab or another one signs in or out. */
export const subscribeToToken = stored.subscribe;

/** Set from the end of a session until the login page has reported it. */
const setExpired = (isExpired: boolean): void => writeStored('session-expired', isExpired ? '1' : null);

/**
 * Signs out in the browser after the server has ended the session. Several requests may receive this refusal at once,
 * and a late one may concern an earlier session. So only the first one with the current token has an effect.
 */
export const expireSession = (token: string): void => {
  if (getToken() !== token) return;
  setToken(null);
  setExpired(true);
  notify.error(sessionTexts.expired);
};

/**
 * Shows the message of an expired session again, for its full duration. The first message may have disappeared while
 * the login page was still loading, or together with the previous page.
 */
export const repeatExpiredMessage = (): void => {
  if (readStored('session-expired') === null) return;
  setExpired(false);
  notify.error(sessionTexts.expired);
};
