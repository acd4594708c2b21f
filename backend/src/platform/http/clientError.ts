import { toAppError } from '../database/databaseErrors.js';
import { requestScope } from '../database/requestScope.js';
import { AppError } from '../lib/errors.js';

/** Returns an error as clients see it. An unexpected one is logged, and clients get only the request's id. */
export function toClientError(error: unknown): AppError {
  const known = toAppError(error);
  if (known) return known;
  const scope = requestScope.getStore();
  scope?.log.error({ err: error }, 'unexpected error');
  return new AppError('INTERNAL', `Internal error (request ${scope?.requestId})`);
}
