import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorRequestHandler, Request } from 'express';
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.js';
import { extensionsOf } from '../graphql/errors.js';
import { toClientError } from '../../platform/http/clientError.js';
import { AppError, badRequest, notFound } from '../../platform/lib/errors.js';
import { requestScope } from '../../platform/database/requestScope.js';

/** Replaces the refusals of Express and its body parser, whose messages quote input and paths. */
function ofExpress(error: unknown): AppError | undefined {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  // an unknown character set or encoding
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8');
  if (status === 404) return notFound('File');
  if (type === 'entity.parse.failed') return badRequest('Malformed JSON');
  return typeof status === 'number' && status >= 400 && status < 500 ? badRequest('Malformed request') : undefined;
}

/** Whether a refusal has GraphQL's form, which its clients require even if the request never reached GraphQL. */
const isGraphQL = ({ originalUrl }: Request): boolean => /^\/graphql(?:[/?]|$)/.test(originalUrl);

/**
 * How long the refusal of a signed-out caller is delayed: a caller that repeats its requests at once would keep the
 * server busy with refusals. The number of waiting refusals is limited; above it, they are sent immediately.
 */
const REFUSAL_MS = 200;
const WAITING_REFUSALS = 1_000;
let waitingRefusals = 0;

async function delayRefusal(code: ErrorCode): Promise<void> {
  const isSignedOut = requestScope.getStore()?.reader === undefined;
  if (!isSignedOut || (code !== 'RATE_LIMITED' && code !== 'PAYLOAD_TOO_LARGE')) return;
  if (waitingRefusals >= WAITING_REFUSALS) return;
  waitingRefusals += 1;
  await sleep(REFUSAL_MS);
  waitingRefusals -= 1;
}

/** The only place that turns an error into an HTTP answer: `{ message, code, errors?, reasons?, data? }`. */
export const renderError: ErrorRequestHandler = async (error: unknown, request, response, next) => {
  if (response.headersSent) return next(error);
  // Express first: both a missing file and a missing socket of the database are ENOENT
  const known = ofExpress(error) ?? toClientError(error);
  const { message, code, fields, reasons, data, retryAfter } = known;
  const call = requestScope.getStore()?.call;
  if (call) call.outcome = code;
  // RFC 9110, 15.5.2 and RFC 6750, 3: names the scheme, and an error if the caller sent an invalid token
  if (code === 'UNAUTHENTICATED') {
    response.set('WWW-Authenticate', request.headers.authorization ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  await delayRefusal(code);
  response
    .status(ERROR_STATUS[code])
    .json(
      isGraphQL(request)
        ? { errors: [{ message, extensions: extensionsOf(known) }] }
        : { message, code, ...(fields && { errors: fields, reasons }), ...(data !== undefined && { data }) },
    );
  return undefined;
};
