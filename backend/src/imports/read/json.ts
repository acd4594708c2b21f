import { toStorable } from '../../../contract/text.js';

/** Reads unchecked values of a JSON file. */

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns a text that can be stored; empty for any other value. */
export const text = (value: unknown): string => (typeof value === 'string' ? toStorable(value) : '');
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const objects = (value: unknown): Json[] => list(value).filter(isObject);
export const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Parses an ISO 8601 text; null if it is invalid or outside of the app's range. */
export function moment(value: unknown): string | null {
  const at = new Date(text(value));
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999) return null;
  return at.toISOString();
}

export const byPosition = (one: Json, other: Json): number =>
  number(one['pos'] ?? one['position']) - number(other['pos'] ?? other['position']);

/** Returns a Markdown link. Removes square brackets and line breaks, which would end its text. */
export const linkTo = (name: string, url: string): string =>
  `- [${(name || url).replaceAll(/[\][\n]/g, ' ')}](<${url.replaceAll(/[<>\s]/g, '')}>)`;

export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
