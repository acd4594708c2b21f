import type { LoginInput, RegisterInput } from '@contract/auth';
import { LIMITS } from '@contract/limits';
import { HttpError } from '../graphql/errors';
import { getDevice } from '../lib/device';
import { notify } from '../ui/notify';
import { noteUser } from './lastUser';
import { setToken } from './token';

/** By REST and without a token: the GraphQL client comes with the app, while one types, and no refusal here ends a session. */
const post = async <Answer>(path: string, input: object): Promise<Answer> => {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Device': getDevice() },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(LIMITS.requestTimeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new HttpError(response.status, text);
  try {
    const { data } = JSON.parse(text) as { data: Answer };
    return data;
  } catch {
    // A page of a proxy, say.
    throw new HttpError(response.status, text);
  }
};

interface Entry {
  user: { id: string };
  tokens: { accessToken: string };
}

/** Starts a session with what the server answered; the guards react to it. */
const enter = ({ user, tokens }: Entry): void => {
  // What refused the way in, or ended the session before, is no longer so.
  notify.dismiss();
  noteUser(user.id);
  setToken(tokens.accessToken);
};

/** A sign-in that waits for its second factor. */
export interface Challenge {
  token: string;
  expiresAt: string;
}

/** Signs in; where two-factor is on, answers what waits for the code. */
export const login = async (input: LoginInput): Promise<Challenge | null> => {
  const answer = await post<Entry | { challenge: Challenge }>('login', input);
  if ('challenge' in answer) return answer.challenge;
  enter(answer);
  return null;
};

/** Completes a sign-in by a code of the authenticator app, or a recovery code. */
export const completeLogin = async (challenge: string, code: string): Promise<void> =>
  enter(await post<Entry>('login/two-factor', { challenge, code }));

/** Registers and signs in. */
export const register = async (input: RegisterInput): Promise<void> => enter(await post<Entry>('register', input));

interface Told {
  message: string;
}

/** Asks for a mail with a way back in; answers what the server says to the person. */
export const forgotPassword = async (email: string): Promise<string> =>
  (await post<Told>('forgot-password', { email })).message;

/** Sets a new password by the token of a mail; answers what the server says to the person. */
export const resetPassword = async (token: string, password: string): Promise<string> => {
  const { message } = await post<Told>('reset-password', { token, password });
  // Every sign-in with the old password has ended, the one of this browser included.
  setToken(null);
  return message;
};

/** Takes a change of the e-mail back by the token of a mail; answers what the server says to the person. */
export const revertEmail = async (token: string): Promise<string> => {
  const { message } = await post<Told>('email/revert', { token });
  // Everybody is signed out, this browser included.
  setToken(null);
  return message;
};
