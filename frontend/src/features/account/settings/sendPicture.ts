import { HttpError } from '../../../sync/client/errors';
import type { CurrentUserFragment } from '../session/CurrentUser.generated';
import { expireSession, getToken } from '../session/token';

/** A little longer than the server waits for a slow line. */
const PATIENCE_MS = 60_000;

/** The person as REST answers one. */
export type SentUser = Omit<CurrentUserFragment, '__typename' | ' $fragmentName'>;

/** Sends a file to be one's picture, and says which part of it is gone; `fetch` could not tell. */
export const sendPicture = (file: Blob, onProgress: (part: number) => void): Promise<SentUser> =>
  new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    request.open('PUT', '/api/auth/avatar');
    request.timeout = PATIENCE_MS;
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1));
    request.addEventListener('error', () => reject(new TypeError()));
    request.addEventListener('timeout', () => reject(new DOMException('', 'TimeoutError')));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 401 && token) expireSession(token);
      try {
        if (status === 200) return resolve((JSON.parse(responseText) as { data: { user: SentUser } }).data.user);
      } catch {
        // A page of a proxy, say.
      }
      return reject(new HttpError(status, responseText));
    });
    request.send(file);
  });
