import type { ErrorRequestHandler, Request } from 'express';
import { ERROR_STATUS } from '../../contract/errors.js';
import { extensionsOf } from '../graphql/errors.js';
import { toAppError } from '../kernel/databaseErrors.js';
import { AppError, badRequest, notFound } from '../kernel/errors.js';
import { requestScope } from '../kernel/requestScope.js';

/** What Express and its body parser refuse, in our words: their messages quote input and paths. */
function ofExpress(error: unknown): AppError | undefined {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  // an unknown character set or encoding
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8');
  if (status === 404) return notFound('File');
  if (type === 'entity.parse.failed') return badRequest('Malformed JSON');
  return typeof status === 'number' && status >= 400 && status < 500 ? badRequest('Malformed request') : undefined;
}

/** A refusal before GraphQL itself has the request is answered in its form: its clients read no other. */
const isGraphQL = ({ originalUrl }: Request): boolean => /^\/graphql(?:[/?]|$)/.test(originalUrl);

/** The only place that turns an error into an HTTP answer: `{ message, code, errors?, data? }`. */
export const renderError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) return next(error);
  // Express first: a file that is not there is ENOENT too, as is a database's socket
  let known = ofExpress(error) ?? toAppError(error);
  if (!known) {
    const scope = requestScope.getStore();
    scope?.log.error({ err: error }, 'unexpected error');
    known = new AppError('INTERNAL', `Internal error (request ${scope?.requestId})`);
  }
  const { message, code, fields, data, retryAfter } = known;
  const call = requestScope.getStore()?.call;
  if (call) call.outcome = code;
  // RFC 9110, 15.5.2 and RFC 6750, 3: how to sign in, and that what was sent is no sign-in
  if (code === 'UNAUTHENTICATED') {
    response.set('WWW-Authenticate', request.headers.authorization ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response
    .status(ERROR_STATUS[code])
    .json(
      isGraphQL(request)
        ? { errors: [{ message, extensions: extensionsOf(known) }] }
        : { message, code, ...(fields && { errors: fields }), ...(data !== undefined && { data }) },
    );
  return undefined;
};
