import { type RawBuilder, sql } from 'kysely';

/** Escapes that jsonb refuses: lone surrogates and NUL. Escaped backslashes can match, too; those stay unchanged. */
const SUSPICIOUS = /\\u(?:d[89a-f]|0000)/i;

/** Replaces characters that cannot be stored by the replacement character. */
const replaceUnstorable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

const replacer = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return replaceUnstorable(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [replaceUnstorable(name), field]));
};

/** Serializes a value to JSON that PostgreSQL accepts. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return SUSPICIOUS.test(json) ? JSON.stringify(value, replacer) : json;
}

/**
 * Converts a value to jsonb in a statement; always use this. User input is validated earlier. An invalid character that
 * still gets through is replaced, so that no command fails because of it.
 */
export const toJsonb = (value: unknown): RawBuilder<unknown> => sql`${storableJson(value)}::jsonb`;
