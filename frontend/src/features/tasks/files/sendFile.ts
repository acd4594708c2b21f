import { HttpError } from '../../../sync/client/errors';
import { expireSession, getToken } from '../../account/session/token';

/** The answer of an upload: a file in REST's format. */
export interface SentFile {
  id: string;
  taskId: string;
  projectId: string;
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  url: string;
  thumbnailUrl: string | null;
  isCover: boolean;
  creatorId: string;
  createdAt: string;
  version: number;
}

interface Sending {
  /** The id of the attachment, so that a repeat attaches nothing twice. */
  id: string;
  taskId: string;
  file: File;
  /** How much of it the server has already. */
  from: number;
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file to a task, and reports progress, which `fetch` does not. */
export const sendFile = ({ id, taskId, file, from, onProgress, signal }: Sending): Promise<SentFile> =>
  new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, id });
    request.open('POST', `/api/tasks/${taskId}/attachments?${query.toString()}`);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Idempotency-Key', id);
    if (from > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress((from + loaded) / Math.max(1, file.size)));
    request.addEventListener('error', () => reject(new TypeError()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 401 && token) expireSession(token);
      try {
        if (status === 201) return resolve((JSON.parse(responseText) as { data: SentFile }).data);
      } catch {
        // For example a proxy's page.
      }
      return reject(new HttpError(status, responseText));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(from > 0 ? file.slice(from) : file);
  });
