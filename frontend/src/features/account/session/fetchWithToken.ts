import { HttpError } from '../../../sync/client/errors';
import { expireSession, getToken } from './token';

/** Fetches an address of this server with the session's token. Rejects with HttpError for a refusal. */
export const fetchWithToken = async (address: string, signal: AbortSignal): Promise<Response> => {
  const token = getToken() ?? '';
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal });
  if (answer.status === 401) expireSession(token);
  if (!answer.ok) throw new HttpError(answer.status, await answer.text());
  return answer;
};
