import type { LoginInput, RegisterInput } from '@contract/auth';
import { serverText } from '../../../lib/reasonWords';
import { notify } from '../../../ui/notify';
import { setLastUser } from './lastUser';
import { rest } from './rest';
import { setToken } from './token';

/** Sends no token, so that a refusal here ends no session. */
const post = <Answer>(path: string, input: object): Promise<Answer> => rest(`auth/${path}`, { input });

export interface SignInAnswer {
  user: { id: string };
  tokens: { accessToken: string };
}

/** Starts a session with the server's answer; the guards react to it. */
export const startSession = ({ user, tokens }: SignInAnswer): void => {
  // Messages about refused attempts or the previous session are outdated.
  notify.dismiss();
  setLastUser(user.id);
  setToken(tokens.accessToken);
};

/** A sign-in that waits for its second factor. */
export interface Challenge {
  token: string;
  expiresAt: string;
}

/** Signs in; with two-factor on, returns the challenge to complete. */
export const login = async (input: LoginInput): Promise<Challenge | null> => {
  const answer = await post<SignInAnswer | { challenge: Challenge }>('login', input);
  if ('challenge' in answer) return answer.challenge;
  startSession(answer);
  return null;
};

/** Completes a sign-in by a code of the authenticator app, or a recovery code. */
export const completeLogin = async (challenge: string, code: string): Promise<void> =>
  startSession(await post<SignInAnswer>('login/two-factor', { challenge, code }));

export const register = async (input: RegisterInput): Promise<void> =>
  startSession(await post<SignInAnswer>('register', input));

interface MessageAnswer {
  message: string;
}

/** Requests an email with a reset link; returns the server's message. */
export const forgotPassword = async (email: string): Promise<string> =>
  serverText((await post<MessageAnswer>('forgot-password', { email })).message);
