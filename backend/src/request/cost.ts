import { LIMITS } from '../../contract/limits.js';

/**
 * The cost of requests, in objects read. Counts, searches and figures read far more rows than they return; their cost keeps
 * what one request can do on 100,000 tasks below a second.
 */
export const COST = {
  /** Locks, logs and notifies. */
  write: 10,
  search: 200,
  figures: 100,
  /** Is read once for all visitors. */
  sharedBoard: 100,
  /** Reads the log of a year. */
  analytics: 500,
  /** Per this many characters of a refused document, which is parsed and validated in vain. */
  refusedCharacters: 5,
  /** Per whole kilobyte of a body or a socket message, which is read and parsed in any case. */
  kilobyte: 4,
} as const;

/** Smaller bodies are included in the request's cost. */
export const KILOBYTE = 1024;

/** Returns how many rows a page can have; the list itself refuses sizes beyond the limits. */
export function maxRows(size: unknown, fallback: number): number {
  if (typeof size !== 'number' || Number.isNaN(size)) return fallback;
  return Math.min(Math.max(size, 1), LIMITS.pageMax);
}

export const isSearch = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';
