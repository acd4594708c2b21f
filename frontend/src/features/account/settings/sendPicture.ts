import { HttpError } from '../../../sync/client/errors';
import type { CurrentUserFragment } from '../session/CurrentUser.generated';
import { expireSession, getToken } from '../session/token';

/** Longer than the server waits for a slow upload. */
const TIMEOUT_MS = 60_000;

/** The person in REST's format. */
export type SentUser = Omit<CurrentUserFragment, '__typename' | ' $fragmentName'>;

/** Uploads a file as the person's picture, and reports progress, which `fetch` does not. */
export const sendPicture = (file: Blob, onProgress: (part: number) => void): Promise<SentUser> =>
  new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    request.open('PUT', '/api/auth/avatar');
    request.timeout = TIMEOUT_MS;
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
        // For example a proxy's page.
      }
      return reject(new HttpError(status, responseText));
    });
    request.send(file);
  });
