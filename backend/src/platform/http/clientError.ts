import { toAppError } from '../database/databaseErrors.js';
import { requestScope } from '../database/requestScope.js';
import { AppError } from '../lib/errors.js';

/** Returns an error as clients see it. Logs one that is unexpected, and hides it behind the id of the request. */
export function toClientError(error: unknown): AppError {
  const known = toAppError(error);
  if (known) return known;
  const scope = requestScope.getStore();
  scope?.log.error({ err: error }, 'unexpected error');
  return new AppError('INTERNAL', `Internal error (request ${scope?.requestId})`);
}
