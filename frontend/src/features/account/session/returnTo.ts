import type { Location } from 'react-router-dom';
import { lastUserId } from './lastUser';

const HOME = '/dashboard';

/** The history state of /login, written by the guard. */
export interface LoginState {
  from: string;
  /** The person who visited the page; null if no one was signed in. */
  userId: string | null;
}

const isLoginState = (state: unknown): state is LoginState =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' && 'userId' in state;

/** Stores the page that a visitor requested, with its search and hash. */
export const rememberReturnTo = ({ pathname, search, hash }: Location): LoginState => ({
  from: pathname + search + hash,
  userId: lastUserId(),
});

/** Returns the page to open after sign-in: the remembered one, unless another person visited it. */
export const returnToAfterLogin = (state: unknown, userId: string): string =>
  isLoginState(state) && (state.userId === null || state.userId === userId) ? state.from : HOME;
