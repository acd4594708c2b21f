import type { ErrorCode } from '../../contract/errors.js';
import type { JsonSchema } from './route.js';

/** What each code that an operation may refuse with means, and a body it may have. */
const ERRORS: Record<
  Exclude<ErrorCode, 'METHOD_NOT_ALLOWED'>,
  { description: string; example: Record<string, unknown> }
> = {
  BAD_REQUEST: {
    description: 'Malformed: the JSON, an id, a cursor, a parameter given twice.',
    example: { message: 'Malformed id' },
  },
  UNAUTHENTICATED: {
    description: 'No valid sign-in, or a wrong email or password.',
    example: { message: 'Please sign in' },
  },
  FORBIDDEN: {
    description: 'A member without the right to do this.',
    example: { message: 'Only an owner can delete the project' },
  },
  NOT_FOUND: {
    description: 'It does not exist, or not for you: the two answer alike.',
    example: { message: 'Task not found' },
  },
  CONFLICT: {
    description:
      'It meets another write; over an edit, `data` is the object as it is now. Or the key or id was used before for ' +
      'something else.',
    example: { message: 'This idempotency key was used for another request' },
  },
  PAYLOAD_TOO_LARGE: { description: 'The body is over 1 MB.', example: { message: 'The body is too large' } },
  VALIDATION_FAILED: {
    description: 'A rule is broken: `errors` has messages by field.',
    example: { message: 'Title is required', errors: { title: ['Title is required'] } },
  },
  RATE_LIMITED: {
    description: 'Too many requests; `Retry-After` says when to come back.',
    example: { message: 'Too many requests. Please try again in 40 seconds.' },
  },
  INTERNAL: {
    description: 'Our fault; the message names the request in our log.',
    example: { message: 'Internal error (request 019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d)' },
  },
  UNAVAILABLE: {
    description: 'The service is busy or the database away; try again.',
    example: { message: 'The service is busy, please try again' },
  },
};

/** The table of errors as answers that operations refer to, each with a body it may have. */
export function errorResponses(): JsonSchema {
  const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } };
  const headers: Partial<Record<string, JsonSchema>> = {
    RATE_LIMITED: { 'Retry-After': retryAfter },
    UNAVAILABLE: { 'Retry-After': retryAfter },
    UNAUTHENTICATED: {
      'WWW-Authenticate': { description: '`Bearer`: how to sign in (RFC 6750).', schema: { type: 'string' } },
    },
  };
  const responses = Object.entries(ERRORS).map(
    ([
      code,
      {
        description,
        example: { message, ...more },
      },
    ]) => [
      code,
      {
        description,
        ...(headers[code] && { headers: headers[code] }),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { message, code, ...more },
          },
        },
      },
    ],
  );
  return Object.fromEntries(responses) as JsonSchema;
}
