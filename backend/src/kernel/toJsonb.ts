import { type RawBuilder, sql } from 'kysely';

/** What PostgreSQL refuses in jsonb: half of a surrogate pair, and NUL. Other texts may look like it; they lose nothing. */
const SUSPICIOUS = /\\u(?:d[89a-f]|0000)/i;

/** Takes a text's word for being text: what cannot be stored becomes the replacement character. */
const mended = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

const mend = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return mended(value);
  // names of fields are texts as well
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [mended(name), field]));
};

/** A value as JSON that PostgreSQL takes, whatever texts are in it. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return SUSPICIOUS.test(json) ? JSON.stringify(value, mend) : json;
}

/**
 * A value as jsonb in a statement; the only way for one to get there. What people write is checked before it comes this
 * far, and what the server makes of it is whole. Should half a character slip through all the same, it is replaced: no
 * command fails for it.
 */
export const toJsonb = (value: unknown): RawBuilder<unknown> => sql`${storableJson(value)}::jsonb`;
