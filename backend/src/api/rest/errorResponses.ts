import type { ErrorCode } from '../../../contract/errors.js';
import type { JsonSchema } from '../../request/restRow.js';

/** The meaning of each error code, and an example of its message. */
const ERRORS: Record<Exclude<ErrorCode, 'METHOD_NOT_ALLOWED'>, [description: string, message: string]> = {
  BAD_REQUEST: ['Malformed: the JSON, an id, a cursor, a parameter given twice.', 'Malformed id'],
  UNAUTHENTICATED: ['No valid sign-in, or a wrong email or password.', 'Please sign in'],
  FORBIDDEN: [
    'The member lacks the right, the project is archived, the account is being deleted, or the API token does not ' +
      'cover the call.',
    'Only an owner can delete the project',
  ],
  NOT_FOUND: ['It does not exist, or you cannot see it; the answer is the same.', 'Task not found'],
  CONFLICT: [
    'It conflicts with another write; `data` is the current object if an edit conflicts. Or the key or id was used before ' +
      'for something else. Or several tasks have the key that names a task; `data.tasks` has them.',
    'This idempotency key was used for another request',
  ],
  PRECONDITION_FAILED: [
    'The object no longer has the version that `If-Match` names; `data` is the current object. Nothing was written.',
    'This has changed: it no longer has the version that If-Match names',
  ],
  PAYLOAD_TOO_LARGE: [
    'The body is larger than 1 MB (64 kB without a sign-in), or the file is larger than the call allows.',
    'The body is too large',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    'The body is not declared as JSON: send `Content-Type: application/json`. Or a file is sent as a form or compressed.',
    'The body must be JSON, sent with Content-Type: application/json',
  ],
  VALIDATION_FAILED: ['The input breaks a rule; `errors` has messages by field.', 'Title is required'],
  RATE_LIMITED: [
    'Too many requests; try again after `Retry-After` seconds.',
    'Too many requests. Please try again in 40 seconds.',
  ],
  INTERNAL: [
    'A defect of the server. The message contains the id of the request in the log.',
    'Internal error (request 019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d)',
  ],
  UNAVAILABLE: [
    'The service is busy or the database is unavailable; try again.',
    'The service is busy, please try again',
  ],
};

/** Returns the error answers that operations refer to, each with an example. */
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
    const example = {
      message,
      code,
      ...(code === 'VALIDATION_FAILED' && {
        errors: { title: [message] },
        reasons: [{ field: 'title', key: 'required', params: {} }],
      }),
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } };
    return [code, { description, ...(headers[code] && { headers: headers[code] }), content }];
  });
  return Object.fromEntries(responses) as JsonSchema;
}
