import type { Location } from 'react-router-dom';
import { lastUserId } from './lastUser';

const HOME = '/dashboard';

/** What the guard leaves in the history entry of /login. */
export interface LoginState {
  from: string;
  /** Whose place it was; null when nobody had been signed in. */
  userId: string | null;
}

const isLoginState = (state: unknown): state is LoginState =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' && 'userId' in state;

/** Remembers where a visitor wanted to go, with its search and hash. */
export const rememberReturnTo = ({ pathname, search, hash }: Location): LoginState => ({
  from: pathname + search + hash,
  userId: lastUserId(),
});

/** Where to go after sign-in: to the remembered place, unless that was somebody else's. */
export const returnToAfterLogin = (state: unknown, userId: string): string =>
  isLoginState(state) && (state.userId === null || state.userId === userId) ? state.from : HOME;
