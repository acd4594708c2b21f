import { serverText } from '../../../lib/reasonWords';
import { toAppError } from '../../../sync/client/errors';
import { rest } from './rest';
import { getToken, setToken } from './token';

/** Signs out if the session of this browser has ended, too. It can be another account's. */
const leaveIfEnded = async (): Promise<void> => {
  const token = getToken();
  if (token === null) return;
  await rest('auth/me', { token }).catch((error: unknown) => {
    if (toAppError(error).code === 'UNAUTHENTICATED' && getToken() === token) setToken(null);
  });
};

/** Uses the token of a mail, which ends all sessions of its account; returns the server's message. */
const send = async (path: string, input: { token: string; password?: string }): Promise<string> => {
  const { message } = await rest<{ message: string }>(`auth/${path}`, { input });
  await leaveIfEnded();
  return serverText(message);
};

/** Sets a new password. */
export const resetPassword = (token: string, password: string): Promise<string> =>
  send('reset-password', { token, password });

/** Restores the former email address. */
export const revertEmail = (token: string): Promise<string> => send('email/revert', { token });
