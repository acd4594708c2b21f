import * as v from 'valibot';
import { LIMITS } from '../../contract/limits.js';

/* Fields that several tools share, and how their texts are cut. */

export const describe = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));
/** The length of texts that are secondary in an answer. */
export const SHORT_MAX = 200;
export const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/** An optional field. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.optional(describe(schema, text));

/** The name of a project, a column or a person. */
export const nameField = v.pipe(v.string(), v.maxLength(LIMITS.projectNameMax));
export const taskField = describe(v.pipe(v.string(), v.maxLength(50)), 'The key of the task, like HARB-12, or its id.');
/** The version of an object, as it was read. */
export const versionField = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A day, also in words. */
export const dayField = v.pipe(v.string(), v.maxLength(60));
export const cursorField = maybe(v.pipe(v.string(), v.maxLength(500)), 'The nextCursor of the answer before.');
export const nextCursorField = describe(
  v.nullable(v.string()),
  'Pass it as cursor to get the next rows; null at the end.',
);
