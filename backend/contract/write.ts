import * as v from 'valibot';
import { LIMITS } from './limits.js';

/**
 * The id a client gives to one write, so that repeating it is safe and its own live event can be recognised:
 * `mutationId` in GraphQL, the `Idempotency-Key` header in REST.
 */
export const mutationIdField = v.nullish(
  v.pipe(
    v.string('The idempotency key must be a text'),
    v.regex(/^[\x21-\x7e]+$/, 'The idempotency key must be visible ASCII characters'),
    v.maxLength(LIMITS.mutationIdMax, `The idempotency key must be at most ${LIMITS.mutationIdMax} characters`),
  ),
);

/** The version a patch was made from; fields changed by others since then are told apart by it. */
export const versionField = v.nullish(
  v.pipe(
    v.number('version must be a whole number'),
    v.safeInteger('version must be a whole number'),
    v.minValue(0, 'version must be a whole number'),
  ),
);

/** Fields of which a change gives those that are to change; what is left out stays. */
// @__NO_SIDE_EFFECTS__
export function someOf<Fields extends v.ObjectEntries>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => [name, v.exactOptional(field)]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: v.ExactOptionalSchema<Fields[Name], undefined> };
}
