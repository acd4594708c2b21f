import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../contract/errors.js';
import { toAppError } from '../kernel/databaseErrors.js';
import type { AppError } from '../kernel/errors.js';

/** What Apollo and graphql-js call a request that never ran. */
const REQUEST_ERRORS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** Asks a client for the text of a query that it named by a hash alone. Apollo's clients know it by this code and message. */
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

/** What was thrown, under what graphql-js wraps around it, in a resolver or before (the context of the request). */
const unwrap = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;

/** A message of graphql-js quotes the document, which may be a megabyte: by then one knows which one is meant. */
const MESSAGE_MAX = 300;

/**
 * What is said of a request that is wrong in itself: graphql-js suggests names of the schema even where they are hidden,
 * and quotes as much as it was given.
 */
export function requestMessage(message: string): string {
  if (message.startsWith('Maximum call stack')) return 'The document nests too deep';
  const said = message.replace(/,? did you mean [^?]*\?/i, '');
  return said.length > MESSAGE_MAX ? `${said.slice(0, MESSAGE_MAX).toWellFormed()}…` : said;
}

/** What graphql-js itself says before it runs anything, as that too many variables do not fit; Apollo knows not all of it. */
const isRequestError = (original: unknown): boolean =>
  original instanceof GraphQLError && original.path === undefined && original.extensions['code'] === undefined;

/** What belongs to a refusal, beside its message. */
export const extensionsOf = ({ code, fields, data, retryAfter, cost }: AppError) => ({
  code,
  ...(fields && { fields }),
  ...(data !== undefined && { data }),
  ...(retryAfter !== undefined && { retryAfter }),
  ...(cost && { cost }),
});

/**
 * What a client is told of an error: a refusal with its code, a request that is wrong in itself as BAD_REQUEST, and
 * for everything else only INTERNAL with the request's id; `report` gets the error itself.
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
