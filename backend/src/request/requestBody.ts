import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from './context.js';
import { KILOBYTE } from './cost.js';
import { AppError, badRequest } from '../platform/lib/errors.js';
import { JSON_TYPES } from '../platform/http/jsonType.js';
import { limitKilobytes } from './rates.js';

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
const CHARSETS = /;\s*charset\s*=\s*(?!"?(?:utf-8|utf8|us-ascii)"?\s*(?:;|$))/i;

const unsupported = (message: string): AppError => new AppError('UNSUPPORTED_MEDIA_TYPE', message);

/** Returns the decompressed bytes. A reader that stops early leaves the connection open for the response. */
function bytesOf(request: Request): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false });
  const decoder = DECODERS[encoding as keyof typeof DECODERS] as (() => NodeJS.ReadWriteStream) | undefined;
  if (!decoder) throw unsupported('The encoding of the body is not supported');
  const decoded = decoder() as unknown as Readable & NodeJS.WritableStream;
  request.once('close', () => request.complete || decoded.destroy(new Error('aborted')));
  return request.pipe(decoded);
}

async function readBytes(ctx: Context, request: Request, max: number): Promise<Buffer> {
  const tooLarge = (): AppError => new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  let charged = 0;
  const charge = async (bytes: number): Promise<void> => {
    if (bytes > max) throw tooLarge();
    const kilobytes = Math.floor(bytes / KILOBYTE) - charged;
    if (kilobytes <= 0) return;
    charged += kilobytes;
    await limitKilobytes(ctx, kilobytes);
  };
  await charge(Number(request.headers['content-length'] ?? 0));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytesOf(request)) {
    length += chunk.length;
    // a chunked body declares no length, and a compressed one a smaller length
    await charge(length);
    chunks.push(chunk);
  }
  if (ctx.caller) ctx.caller.bodyBytes = length;
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body into `request.body`. Its bytes are charged before any of them is read, so that a caller over the limit
 * costs nothing more. Signed-out bodies (a sign-in) are much smaller.
 */
export async function readJson(ctx: Context, request: Request): Promise<void> {
  request.body = undefined;
  if (!request.is(JSON_TYPES)) return;
  if (CHARSETS.test(request.headers['content-type'] ?? '')) throw unsupported('The body must be in UTF-8');
  let bytes: Buffer;
  try {
    bytes = await readBytes(ctx, request, ctx.viewer ? LIMITS.bodyBytes : LIMITS.signedOutBodyBytes);
  } catch (error) {
    // discards the rest of the body
    request.unpipe();
    request.resume();
    throw error instanceof AppError ? error : badRequest('The body could not be read');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A lenient decoder would replace the letters that it does not know, and the text would be stored that way.
    throw badRequest('The body must be in UTF-8');
  }
  try {
    request.body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('Malformed JSON');
  }
}
