import { toStorable } from '../../../contract/text.js';

/** Values of a JSON file that no one has checked. */

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A text that can be stored; empty for any other value. */
export const text = (value: unknown): string => (typeof value === 'string' ? toStorable(value) : '');
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const objects = (value: unknown): Json[] => list(value).filter(isObject);
export const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The moment of an ISO 8601 text; null if it is none or outside of the app's years. */
export function moment(value: unknown): string | null {
  const at = new Date(text(value));
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999) return null;
  return at.toISOString();
}

export const byPosition = (one: Json, other: Json): number =>
  number(one['pos'] ?? one['position']) - number(other['pos'] ?? other['position']);

/** A line of Markdown with a link. Square brackets and line breaks would end its text. */
export const linkTo = (name: string, url: string): string =>
  `- [${(name || url).replaceAll(/[\][\n]/g, ' ')}](<${url.replaceAll(/[<>\s]/g, '')}>)`;

export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
