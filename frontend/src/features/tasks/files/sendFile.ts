import { HttpError } from '../../../sync/client/errors';
import { sendWithToken } from '../../account/session/sendWithToken';

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
  /** How much of it the server already has. */
  from: number;
  /** Called with the sent share, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file to a task, and reports progress. */
export const sendFile = async ({ id, taskId, file, from, onProgress, signal }: Sending): Promise<SentFile> => {
  const query = new URLSearchParams({ name: file.name, id });
  const answer = await sendWithToken({
    method: 'POST',
    address: `/api/tasks/${taskId}/attachments?${query.toString()}`,
    body: from > 0 ? file.slice(from) : file,
    headers: {
      'Idempotency-Key': id,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${file.size - 1}/${file.size}` }),
    },
    status: 201,
    onProgress: (loaded) => onProgress((from + loaded) / Math.max(1, file.size)),
    signal,
  });
  try {
    return (JSON.parse(answer) as { data: SentFile }).data;
  } catch {
    // For example a proxy's page.
    throw new HttpError(201, answer);
  }
};
