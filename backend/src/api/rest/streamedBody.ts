import type { Request } from 'express';
import { ATTACHMENTS } from '../../../contract/limits.js';
import { AppError, badRequest } from '../../platform/lib/errors.js';
import { IncompleteBody } from '../../request/incompleteBody.js';
import type { StreamedBody } from '../../request/restRow.js';

/** Yields the bytes of a body as they arrive. Throws IncompleteBody after a time without data, or if the connection was cut. */
async function* readChunks(request: Request, idleMs: number): AsyncGenerator<Buffer> {
  // Keeps the connection open for the response.
  const chunks = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new IncompleteBody('The file stopped arriving. Please send it again.')), idleMs);
    });
    try {
      const { done, value } = await Promise.race([chunks.next(), late]);
      if (done) return;
      yield value;
    } catch (error) {
      throw error instanceof IncompleteBody ? error : new IncompleteBody('The file did not arrive completely');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Parses the range of the file that the body contains (RFC 9110). Throws BAD_REQUEST if it is malformed. */
function readRange({ headers }: Request, bytes: number | null): { from: number; total: number | null } {
  const range = headers['content-range'];
  if (range === undefined) return { from: 0, total: bytes };
  const [, from, to, total] = (/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range) ?? []).map(Number);
  const isWhole = from !== undefined && to !== undefined && total !== undefined && from <= to && to + 1 === total;
  if (!isWhole || (bytes !== null && bytes !== total - from)) {
    throw badRequest('Content-Range must be `bytes FROM-TO/SIZE`, up to the end of the file');
  }
  return { from, total };
}

/** Refuses a body that is not the file itself but contains it, because it would be stored as the file. */
function requireFile({ headers }: Request): void {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file without Content-Encoding');
  }
  if (/^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be the file itself, not multipart/form-data');
  }
}

/** The body of a request that is stored while it arrives. */
export const streamedBody =
  (request: Request, idleMs: number = ATTACHMENTS.idleMs) =>
  (): StreamedBody => {
    requireFile(request);
    const declared = request.headers['content-length'];
    const bytes = declared === undefined ? null : Number(declared);
    return { bytes, ...readRange(request, bytes), read: () => readChunks(request, idleMs) };
  };
