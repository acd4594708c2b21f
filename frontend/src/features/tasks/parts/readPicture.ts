import { HttpError } from '../../../sync/client/errors';
import { expireSession, getToken } from '../../account/session/token';

/** Reads a picture with the session's token. The page shows only what it has read itself. */
export const readPicture = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const token = getToken() ?? '';
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
  if (answer.status === 401) expireSession(token);
  if (!answer.ok) throw new HttpError(answer.status, await answer.text());
  return answer.blob();
};
