import type { ErrorRequestHandler } from 'express';
import { ERROR_STATUS } from '../../contract/errors.js';
import { toAppError } from '../kernel/databaseErrors.js';
import { AppError, badRequest } from '../kernel/errors.js';
import { requestScope } from '../kernel/requestScope.js';

/** What Express and its body parser refuse, in our words: their messages quote input and paths. */
function ofExpress(error: unknown): AppError | undefined {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  if (type === 'entity.parse.failed') return badRequest('Malformed JSON');
  return typeof status === 'number' && status >= 400 && status < 500 ? badRequest('Malformed request') : undefined;
}

/** The only place that turns an error into an HTTP answer: `{ message, code, errors?, data? }`. */
export const renderError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const known = toAppError(error) ?? ofExpress(error);
  if (known) {
    response.status(ERROR_STATUS[known.code]).json({
      message: known.message,
      code: known.code,
      ...(known.fields && { errors: known.fields }),
      ...(known.data !== undefined && { data: known.data }),
    });
    return undefined;
  }
  const scope = requestScope.getStore();
  scope?.log.error({ err: error }, 'unexpected error');
  response
    .status(ERROR_STATUS.INTERNAL)
    .json({ message: `Internal error (request ${scope?.requestId})`, code: 'INTERNAL' });
  return undefined;
};
