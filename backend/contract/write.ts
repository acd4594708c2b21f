import * as v from 'valibot';
import { LIMITS } from './limits.js';

/**
 * The id of one write, chosen by the client to make repeats safe and to recognize its own live event: `mutationId` in
 * GraphQL, the `Idempotency-Key` header in REST.
 */
export const mutationIdField = v.nullish(
  v.pipe(
    v.string('The idempotency key must be a text'),
    v.regex(/^[\x21-\x7e]+$/, 'The idempotency key must be visible ASCII characters'),
    v.maxLength(LIMITS.mutationIdMax, `The idempotency key must be at most ${LIMITS.mutationIdMax} characters`),
  ),
);

/** The version a patch is based on, to detect fields that others have changed since. */
export const versionField = v.nullish(
  v.pipe(
    v.number('version must be a whole number'),
    v.safeInteger('version must be a whole number'),
    v.minValue(0, 'version must be a whole number'),
  ),
);

/** Makes all fields optional, for patches. */
// @__NO_SIDE_EFFECTS__
export function optionalFields<Fields extends v.ObjectEntries>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => [name, v.exactOptional(field)]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: v.ExactOptionalSchema<Fields[Name], undefined> };
}
