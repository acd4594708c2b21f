import { serverText } from '../../../lib/reasonWords';
import { toAppError } from '../../../sync/client/errors';
import { rest } from './rest';
import { getToken } from './token';

/**
 * Verifies an address by the token of a mail, and returns the server's message. A person who is signed in to the
 * account stays signed in. An ended session must not prevent the verification.
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
