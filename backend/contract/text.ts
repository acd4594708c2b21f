import * as v from 'valibot';
import { withReason } from './reasons.js';
import { UUID } from './uuid.js';

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Removes characters that PostgreSQL cannot store: NUL and lone surrogates. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** Refuses a text that cannot be stored. `label` begins the message. */
export const storable = (label: string) =>
  v.check(withReason('notStorable', isStorable), `${label} contains characters that cannot be stored`);

/** Whether a text shows anything. Invisible characters alone, such as zero-width spaces, do not. */
export const isVisible = (text: string): boolean => /[^\s\p{DI}]/u.test(text);

/** Refuses a text that shows nothing. */
export const visible = (required: string) => v.check(withReason('required', isVisible), required);

/** Trimmed and not blank. `required` is the message for an absent, blank or non-text value. */
export const requiredText = (label: string, max: number, tooLong = `${label} must be at most ${max} characters`) => {
  const required = `${label} is required`;
  return v.pipe(
    v.optional(v.string(required), ''),
    v.trim(),
    v.nonEmpty(required),
    visible(required),
    v.maxLength(max, tooLong),
    storable(label),
  );
};

/** May be empty; white space is kept. Absent and null mean empty. */
export const optionalText = (label: string, max: number, tooLong = `${label} must be at most ${max} characters`) =>
  v.pipe(v.nullish(v.string(`${label} must be a text`), ''), v.maxLength(max, tooLong), storable(label));

/** RFC 3339 with a zone; captures the day. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Also checks that the day exists: `Date` accepts February 30 as March 2. */
export function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Checks for an existing calendar day such as `2026-11-22`. */
export function isDay(text: string): boolean {
  if (!/^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const FIRST_DAY = '1970-01-01';
/** The due time of the day must be within the range of due dates in every time zone. */
export const LAST_DAY = '9999-12-30';

/** A calendar day such as `2026-11-22`, in the range of the app. */
export const dayField = (label: string) =>
  v.pipe(
    v.string(`${label} must be a day, like 2026-11-27`),
    v.check(withReason('notADate', isDay), `${label} must be a day, like 2026-11-27`),
    v.check(
      withReason('outOfRange', (day) => day <= LAST_DAY, { min: FIRST_DAY, max: LAST_DAY }),
      `${label} is out of range`,
    ),
  );

/** The id of another object, in lower case as PostgreSQL returns it. `message` is for an absent id. */
export const idField = (message: string, malformed = message) =>
  v.pipe(v.optional(v.string(malformed), ''), v.nonEmpty(message), v.regex(UUID, malformed), v.toLowerCase());

/** An id chosen by the client, so that a repeated create is recognized. */
export const newIdField = v.nullish(idField('Id must be a UUID'));
