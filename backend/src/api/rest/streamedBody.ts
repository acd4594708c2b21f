import type { Request } from 'express';
import { ATTACHMENTS } from '../../../contract/limits.js';
import { AppError } from '../../platform/lib/errors.js';

/** Yields the bytes of a body as they arrive. Throws BAD_REQUEST after a time without data, or if the connection was cut. */
async function* readChunks(request: Request): AsyncGenerator<Buffer> {
  // Leaves the connection open for the response.
  const chunks = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new AppError('BAD_REQUEST', 'The file stopped arriving. Please send it again.')),
        ATTACHMENTS.idleMs,
      );
    });
    try {
      const { done, value } = await Promise.race([chunks.next(), late]);
      if (done) return;
      yield value;
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('BAD_REQUEST', 'The file did not arrive completely');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The body of a request that is stored while it arrives. */
export const streamedBody = (request: Request) => (): { bytes: number | null; read: () => AsyncIterable<Buffer> } => {
  const declared = request.headers['content-length'];
  return { bytes: declared === undefined ? null : Number(declared), read: () => readChunks(request) };
};
