import { removePersonalValues } from '../../../lib/storage';
import { getToken, setToken } from './token';

/** What the page that deleted an account leaves in the history entry of /goodbye. */
export interface Farewell {
  /** Until when one may come back. */
  until: string;
}

export const isFarewell = (state: unknown): state is Farewell =>
  typeof state === 'object' && state !== null && 'until' in state && typeof state.until === 'string';

let ended: string | null = null;

/** The server has ended the present sign-in, as its account was deleted. It is let go of by the farewell, not before. */
export const markSessionEnded = (): void => {
  ended = getToken();
};

/** Lets go of the sign-in that has ended; never of a later one. */
export const clearSessionEnded = (): void => {
  if (ended === null || getToken() !== ended) return;
  ended = null;
  removePersonalValues();
  setToken(null);
};
