import { HttpError } from '../../../sync/client/errors';
import { expireSession, getToken } from './token';

interface UploadRequest {
  method: 'POST' | 'PUT';
  address: string;
  body: Blob;
  headers?: Readonly<Record<string, string>>;
  /** The status of a success. */
  status: number;
  /** Called with the number of bytes sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file with the session's token, and reports progress, which `fetch` does not. Returns the text of the answer. Rejects
 * with HttpError for a refusal, and with an AbortError if the signal aborts.
 */
export const sendWithToken = ({
  method,
  address,
  body,
  headers,
  status,
  onProgress,
  signal,
}: UploadRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    request.open(method, address);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(new TypeError()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    request.addEventListener('load', () => {
      if (request.status === 401 && token) expireSession(token);
      if (request.status === status) resolve(request.responseText);
      else reject(new HttpError(request.status, request.responseText));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
