import { HttpError } from '../../sync/client/errors';
import { expireSession, getToken } from '../account/session/token';

interface Sending {
  id: string;
  file: File;
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends the file of an import, and reports progress, which `fetch` does not. */
export const sendImportFile = ({ id, file, onProgress, signal }: Sending): Promise<void> =>
  new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/imports/${id}/file`);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded / Math.max(1, file.size)));
    request.addEventListener('error', () => reject(new TypeError()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 401 && token) expireSession(token);
      if (status === 202) resolve();
      else reject(new HttpError(status, responseText));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
