import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../../contract/errors.js';
import { toAppError } from '../../platform/database/databaseErrors.js';
import type { AppError } from '../../platform/lib/errors.js';

/** Codes of Apollo and graphql-js for requests that were not executed. */
const REQUEST_ERRORS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** Asks a client for the text of a query sent as a hash. Apollo clients expect this code and message. */
const UNKNOWN_HASH = 'PERSISTED_QUERY_NOT_FOUND';

const answer = (
  formatted: GraphQLFormattedError,
  message: string,
  extensions: { code: ErrorCode | typeof UNKNOWN_HASH } & Record<string, unknown>,
) => ({
  message,
  ...(formatted.locations && { locations: formatted.locations }),
  ...(formatted.path && { path: formatted.path }),
  extensions,
});

/** Returns the thrown error without the wrappers of graphql-js. */
const unwrap = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;

/** Messages of graphql-js quote the document, which can be a megabyte long. */
const MESSAGE_MAX = 300;

/**
 * Returns the message for an invalid request. Removes suggestions of graphql-js, which reveal hidden names, and shortens long
 * quotes.
 */
export function requestMessage(message: string): string {
  if (message.startsWith('Maximum call stack')) return 'The document nests too deep';
  const said = message.replace(/,? did you mean [^?]*\?/i, '');
  return said.length > MESSAGE_MAX ? `${said.slice(0, MESSAGE_MAX).toWellFormed()}…` : said;
}

/** Returns whether graphql-js refused the request before execution. Apollo does not set a code for all such errors. */
const isRequestError = (original: unknown): boolean =>
  original instanceof GraphQLError && original.path === undefined && original.extensions['code'] === undefined;

/** Returns the `extensions` of a refusal. */
export const extensionsOf = ({ code, fields, reasons, data, retryAfter, cost }: AppError) => ({
  code,
  ...(fields && { fields, reasons }),
  ...(data !== undefined && { data }),
  ...(retryAfter !== undefined && { retryAfter }),
  ...(cost && { cost }),
});

/**
 * Returns the error as clients see it: refusals with their code, invalid requests as BAD_REQUEST, and all others as INTERNAL
 * with the request's id, which `report` returns for the original error.
 */
export function formatGraphQLError(
  formatted: GraphQLFormattedError,
  error: unknown,
  report: (original: unknown) => string,
): GraphQLFormattedError {
  const original = unwrap(error);
  const known = toAppError(original);
  if (known) return answer(formatted, known.message, extensionsOf(known));
  const code = formatted.extensions?.['code'];
  if (code === UNKNOWN_HASH) return answer(formatted, formatted.message, { code });
  if (isRequestError(original) || (typeof code === 'string' && REQUEST_ERRORS.has(code))) {
    return answer(formatted, requestMessage(formatted.message), { code: 'BAD_REQUEST' });
  }
  const requestId = report(original);
  return answer(formatted, `Internal error (request ${requestId})`, { code: 'INTERNAL', requestId });
}
