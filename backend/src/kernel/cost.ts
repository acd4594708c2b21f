import { LIMITS } from '../../contract/limits.js';

/**
 * What requests cost, in the unit of one object that is read. Counts, searches and figures go through much more than they
 * answer; theirs are such that what one request may ask of 100,000 tasks takes less than a second.
 */
export const COST = {
  /** It locks, logs and notifies. */
  write: 10,
  search: 200,
  figures: 100,
  /** Over the log of a year. */
  analytics: 500,
  /** A document that is refused as it stands, for so many of its characters: it is read and checked, and nothing comes of it. */
  refusedCharacters: 5,
  /** Each whole kilobyte of a body or a socket message: it is read, parsed and checked, whatever comes of it. */
  kilobyte: 4,
} as const;

/** Smaller bodies are part of what their request costs. */
export const KILOBYTE = 1024;

/** How many rows a page may answer; what is beyond the limits is refused by the list itself. */
export function rowsOf(size: unknown, unlessTold: number): number {
  if (typeof size !== 'number' || Number.isNaN(size)) return unlessTold;
  return Math.min(Math.max(size, 1), LIMITS.pageMax);
}

export const isSearch = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';
