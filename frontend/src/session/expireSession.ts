import { sessionTexts } from '../texts/session';
import { notify } from '../ui/notify';
import { getToken, setToken } from './token';

/**
 * The server no longer knows the sign-in of this token. Several requests may find that out at once, and a late one may
 * find it out about an earlier sign-in: only the first to name the present token ends it.
 */
export const expireSession = (token: string): void => {
  if (getToken() !== token) return;
  setToken(null);
  notify.error(sessionTexts.expired);
};
