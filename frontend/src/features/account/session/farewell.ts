import { removePersonalValues } from '../../../lib/storage';
import { getToken, setToken } from './token';

/** What the page that deleted an account puts into the history entry of /goodbye. */
export interface Farewell {
  /** Until when the account can be restored. */
  until: string;
}

export const isFarewell = (state: unknown): state is Farewell =>
  typeof state === 'object' && state !== null && 'until' in state && typeof state.until === 'string';

let ended: string | null = null;

/** The server has ended this session with its account. /goodbye removes it, not any page before. */
export const markSessionEnded = (): void => {
  ended = getToken();
};

/** Removes the ended session, but never a later one. */
export const clearSessionEnded = (): void => {
  if (ended === null || getToken() !== ended) return;
  ended = null;
  removePersonalValues();
  setToken(null);
};
