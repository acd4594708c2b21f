import * as v from 'valibot';
import { UUID } from './uuid.js';

/** What PostgreSQL cannot store or UTF-8 cannot carry: NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

const storable = (label: string) => v.check(isStorable, `${label} contains characters that cannot be stored`);

/** A trimmed line that must not be empty. `required` is the message for absent, blank or not a text. */
export const requiredText = (label: string, max: number, tooLong = `${label} must be at most ${max} characters`) => {
  const required = `${label} is required`;
  return v.pipe(
    v.optional(v.string(required), ''),
    v.trim(),
    v.nonEmpty(required),
    v.maxLength(max, tooLong),
    storable(label),
  );
};

/** A text that may be empty; white space is kept, as it may carry meaning. Absent and null mean empty. */
export const optionalText = (label: string, max: number, tooLong = `${label} must be at most ${max} characters`) =>
  v.pipe(v.nullish(v.string(`${label} must be a text`), ''), v.maxLength(max, tooLong), storable(label));

/** A point in time with a zone (RFC 3339), the day apart. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Is this a point in time of a day that exists? `Date` makes the second of March of the thirtieth of February. */
export function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** The id of another object, named in a field; folded to lower case as PostgreSQL does. `message` is for none at all. */
export const idField = (message: string, malformed = message) =>
  v.pipe(v.optional(v.string(malformed), ''), v.nonEmpty(message), v.regex(UUID, malformed), v.toLowerCase());

/** An id that the client chose for a new object, so that a repeated create is recognised. */
export const newIdField = v.nullish(idField('Id must be a UUID'));
