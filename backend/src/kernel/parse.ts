import * as v from 'valibot';
import type { FieldErrors } from '../../contract/errors.js';
import { badRequest, invalid } from './errors.js';

/** GraphQL input classes carry absent fields as undefined; to a schema, absent and undefined are different things. */
function withoutUndefined(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/**
 * Reads input by a published schema; fields it does not name are dropped.
 * Throws VALIDATION_FAILED with one message a field (the first rule it breaks), or BAD_REQUEST when it is no object.
 */
export function parse<const Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw badRequest('The body must be a JSON object');
  }
  const result = v.safeParse(schema, withoutUndefined(input), { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields: FieldErrors = Object.create(null) as FieldErrors;
  for (const issue of result.issues) {
    const key = issue.path?.[0]?.key;
    const name = typeof key === 'string' ? key : 'input';
    const messages = (fields[name] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  throw invalid(fields);
}
