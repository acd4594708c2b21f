import * as v from 'valibot';
import { fitText } from '../../contract/graphemes.js';
import { LIMITS } from '../../contract/limits.js';

/*
 * Fields that several tools share, and how their texts are cut: by bytes of UTF-8, because a model counts tokens. Four
 * letters of English are about one, and so is a character of Chinese, Japanese or Korean, which has three bytes.
 */

export const describe = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

/** The bytes of a description in an answer. */
export const DESCRIPTION_MAX = 8_000;
/** The bytes of texts that are secondary in an answer. */
export const SHORT_MAX = 200;
const encoder = new TextEncoder();
/** Cuts a text to whole characters of at most this many bytes, and marks the cut. */
export function clip(text: string, maxBytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  return read < text.length ? `${fitText(text, read)}…` : text;
}

/** Returns the first rows whose texts together have at most this many bytes. */
export function firstRows<Row>(rows: readonly Row[], maxBytes: number, getText: (row: Row) => string): Row[] {
  let left = maxBytes;
  return rows.filter((row) => (left -= Buffer.byteLength(getText(row))) >= 0);
}

/** The input of a tool, or an object in it. Refuses unknown fields, because an agent would believe that they had an effect. */
export const inputObject = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received, message }) =>
    expected === 'never' ? `Unknown field ${received}. The fields are ${Object.keys(entries).join(', ')}.` : message,
  );

export const optional = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.optional(describe(schema, text));

/** The name of a project, a column or a person. */
export const nameField = v.pipe(v.string(), v.maxLength(LIMITS.projectNameMax));
export const taskField = describe(v.pipe(v.string(), v.maxLength(50)), 'The key of the task, like HARB-12, or its id.');
/** The version of an object, as it was read. */
export const versionField = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A day, also in words. */
export const dayField = v.pipe(v.string(), v.maxLength(60));
export const cursorField = optional(v.pipe(v.string(), v.maxLength(500)), 'The nextCursor of the answer before.');
export const nextCursorField = describe(
  v.nullable(v.string()),
  'Pass it as cursor to get the next rows; null at the end.',
);
