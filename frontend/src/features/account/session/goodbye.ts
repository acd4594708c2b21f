import { removePersonalValues } from '../../../lib/storage';
import { getToken, setToken } from './token';

/** The history state of /goodbye, written by the page that deleted the account. */
export interface GoodbyeState {
  /** Until when the account can be restored. */
  until: string;
}

export const isGoodbyeState = (state: unknown): state is GoodbyeState =>
  typeof state === 'object' && state !== null && 'until' in state && typeof state.until === 'string';

let ended: string | null = null;

/** The server has ended this session together with its account. Only /goodbye removes it. */
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
