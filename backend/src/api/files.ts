import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { isUuid } from '../../contract/uuid.js';
import { type AttachmentFileRow, readAttachmentFile } from '../attachments/attachment.reads.js';
import { SHOWN_TYPES } from '../attachments/fileKind.js';
import { contentNotRestored, explainReadError, readFile } from '../attachments/fileStore.js';
import { readThumbnail } from '../attachments/thumbnail.js';
import { readTicket } from '../attachments/ticket.js';
import { notFound, unauthenticated } from '../platform/lib/errors.js';
import { type Context, requireActive, type Resources } from '../request/context.js';
import { requireUse } from '../request/program.js';
import { limitCost } from '../request/rates.js';
import { readOne } from '../request/restRow.js';
import { programUseOf } from './graphql/programs.js';
import type { ContextOf } from './rest/router.js';

/** A client that reads nothing for this time has disconnected, even if its connection is still open. */
const STALLED_MS = 60_000;

/** Returns the context with the viewer of the request's token or ticket. */
async function withViewer(ctx: Context, ticket: string | undefined, id: string): Promise<Context> {
  if (ctx.viewer || ticket === undefined) return ctx;
  const viewer = await readTicket(ctx.resources, ticket, id);
  if (!viewer) throw unauthenticated('This address has ended');
  return { ...ctx, viewer };
}

/** Headers that keep a file from running on our origin, whatever it is. */
function setHeaders(
  response: Response,
  { name, type, sha256 }: { name: string; type: string; sha256: string | null },
): void {
  const isShown = SHOWN_TYPES.includes(type);
  response.set({
    'Content-Type': type,
    'Content-Disposition': contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }),
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    ETag: `"${sha256}"`,
  });
}

/** Ranges are for GET, and for the file that `If-Range` names if it is given (RFC 9110, 13.1.5 and 14.2). */
function isRangeWanted(request: Request, response: Response): boolean {
  const wanted = request.get('If-Range');
  return request.method === 'GET' && (wanted === undefined || wanted === response.get('ETag'));
}

async function sendThumbnail(
  ctx: Context,
  file: AttachmentFileRow,
  request: Request,
  response: Response,
): Promise<void> {
  const { name, fileId, sha256, hasThumbnail } = file;
  // before the headers, which describe a picture
  if (!hasThumbnail) throw notFound('Attachment');
  setHeaders(response, { name: `${name}.webp`, type: 'image/webp', sha256: `${sha256}-small` });
  if (request.fresh) return void response.status(304).end();
  const bytes = await readThumbnail(ctx, fileId);
  if (!bytes) throw notFound('Attachment');
  response.end(bytes);
}

/** Waits for the first bytes, because a failure can be explained only before the answer begins. */
async function begin(parts: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  let first: IteratorResult<Buffer> | undefined = await parts.next();
  const next = async (): Promise<IteratorResult<Buffer>> => {
    const part = first ?? (await parts.next());
    first = undefined;
    return part;
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => parts.return(undefined) }) };
}

const send =
  (resources: Resources, contextOf: ContextOf): RequestHandler<{ id: string }> =>
  async (request, response) => {
    const { id } = request.params;
    if (!isUuid(id)) throw notFound('Attachment');
    const ctx = await withViewer(await contextOf(request, response), readOne(request.query, 'ticket'), id);
    requireActive(ctx, { allowPendingDeletion: false });
    requireUse(ctx, 'task', programUseOf('task'));
    await limitCost(ctx, 1);
    const file = await readAttachmentFile(ctx, id.toLowerCase());
    if (file.sha256 === null) throw contentNotRestored();
    if (request.query['thumbnail'] !== undefined) return sendThumbnail(ctx, file, request, response);
    const { fileId, size } = file;
    const before = response.getHeaders();
    setHeaders(response, file);
    if (request.fresh) return void response.status(304).end();
    const ranges = isRangeWanted(request, response) ? request.range(size, { combine: true }) : undefined;
    // Several ranges are answered with the whole file, as RFC 9110 allows.
    const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    if (ranges === -1) return void response.status(416).set('Content-Range', `bytes */${size}`).end();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
    response.set('Content-Length', String(end - start + 1));
    if (request.method === 'HEAD') return void response.end();
    response.setTimeout(STALLED_MS, () => response.destroy());
    const content = await begin(readFile(resources, fileId, start, end)).catch((error: unknown) => {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.set(before);
      throw explainReadError(error, ctx.log);
    });
    await pipeline(Readable.from(content, { objectMode: false }), response).catch((error: unknown) => {
      request.log.info({ err: error }, 'a file was not sent to its end');
      response.destroy();
    });
  };

/** Serves the files of tasks, to those who may read the task: with the token of a request, or by a ticket. */
export function files(resources: Resources, contextOf: ContextOf): Router {
  const router = Router();
  router.get('/:id/:name', send(resources, contextOf));
  router.use(() => {
    throw notFound('Attachment');
  });
  return router;
}
