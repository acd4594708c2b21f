import type { ErrorCode } from '../../contract/errors.js';
import type { JsonSchema } from './route.js';

/** What each code that an operation may refuse with means, and a message it may have. */
const ERRORS: Record<Exclude<ErrorCode, 'METHOD_NOT_ALLOWED'>, [description: string, message: string]> = {
  BAD_REQUEST: ['Malformed: the JSON, an id, a cursor, a parameter given twice.', 'Malformed id'],
  UNAUTHENTICATED: ['No valid sign-in, or a wrong email or password.', 'Please sign in'],
  FORBIDDEN: [
    'A member without the right to do this, a change of an archived project, somebody who is deleting their account, or a ' +
      'token for programs that is not for it.',
    'Only an owner can delete the project',
  ],
  NOT_FOUND: ['It does not exist, or not for you: the two answer alike.', 'Task not found'],
  CONFLICT: [
    'It meets another write; over an edit, `data` is the object as it is now. Or the key or id was used before for ' +
      'something else.',
    'This idempotency key was used for another request',
  ],
  PRECONDITION_FAILED: [
    'The object no longer has the version that `If-Match` names; `data` is the object as it is now. Nothing was written.',
    'This has changed: it no longer has the version that If-Match names',
  ],
  PAYLOAD_TOO_LARGE: [
    'The body is over 1 MB (64 kB without a sign-in), or a file over what its call takes.',
    'The body is too large',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    'The body is not said to be JSON: send `Content-Type: application/json`.',
    'The body must be JSON, sent with Content-Type: application/json',
  ],
  VALIDATION_FAILED: ['A rule is broken: `errors` has messages by field.', 'Title is required'],
  RATE_LIMITED: [
    'Too many requests; `Retry-After` says when to come back.',
    'Too many requests. Please try again in 40 seconds.',
  ],
  INTERNAL: [
    'Our fault; the message names the request in our log.',
    'Internal error (request 019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d)',
  ],
  UNAVAILABLE: ['The service is busy or the database away; try again.', 'The service is busy, please try again'],
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
  const responses = Object.entries(ERRORS).map(([code, [description, message]]) => {
    const example = { message, code, ...(code === 'VALIDATION_FAILED' && { errors: { title: [message] } }) };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } };
    return [code, { description, ...(headers[code] && { headers: headers[code] }), content }];
  });
  return Object.fromEntries(responses) as JsonSchema;
}
