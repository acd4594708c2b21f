import type { LoginInput, RegisterInput } from '@contract/auth';
import { serverText } from '../../../lib/reasonWords';
import { notify } from '../../../ui/notify';
import { noteUser } from './lastUser';
import { rest } from './rest';
import { setToken } from './token';

/** Sends no token, so that a refusal here ends no session. */
const post = <Answer>(path: string, input: object): Promise<Answer> => rest(`auth/${path}`, { input });

export interface Entry {
  user: { id: string };
  tokens: { accessToken: string };
}

/** Starts a session with the server's answer; the guards react to it. */
export const enter = ({ user, tokens }: Entry): void => {
  // Messages about refused attempts or the previous session are outdated.
  notify.dismiss();
  noteUser(user.id);
  setToken(tokens.accessToken);
};

/** A sign-in that waits for its second factor. */
export interface Challenge {
  token: string;
  expiresAt: string;
}

/** Signs in; with two-factor on, returns the challenge to complete. */
export const login = async (input: LoginInput): Promise<Challenge | null> => {
  const answer = await post<Entry | { challenge: Challenge }>('login', input);
  if ('challenge' in answer) return answer.challenge;
  enter(answer);
  return null;
};

/** Completes a sign-in by a code of the authenticator app, or a recovery code. */
export const completeLogin = async (challenge: string, code: string): Promise<void> =>
  enter(await post<Entry>('login/two-factor', { challenge, code }));

export const register = async (input: RegisterInput): Promise<void> => enter(await post<Entry>('register', input));

interface Told {
  message: string;
}

/** Requests an email with a reset link; returns the server's message. */
export const forgotPassword = async (email: string): Promise<string> =>
  serverText((await post<Told>('forgot-password', { email })).message);
