import { serverText } from '../../../lib/reasonWords';
import { toAppError } from '../../../sync/client/errors';
import { rest } from './rest';
import { getToken } from './token';

/**
 * Verifies an address by the token of a mail, and returns the server's message. Someone who is signed in to the account
 * stays so; a session that has ended must not hinder it.
 */
export const verifyEmail = async (token: string): Promise<string> => {
  const call = (session: string | null) =>
    rest<{ message: string }>('auth/email/verify', { input: { token }, token: session });
  const session = getToken();
  const answer = call(session).catch((error: unknown) => {
    if (session !== null && toAppError(error).code === 'UNAUTHENTICATED') return call(null);
    throw error;
  });
  return serverText((await answer).message);
};
