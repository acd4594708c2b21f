import { LIMITS } from '../../contract/limits.js';

/**
 * The cost of requests, in objects read. Counts, searches and figures read far more rows than they return; their cost keeps
 * what one request can do on 100,000 tasks below a second.
 */
export const COST = {
  /** Locks, logs and notifies. */
  write: 10,
  search: 200,
  /** The assumed length of a list without pages. */
  unpagedList: 10,
  figures: 100,
  /** The board is read once for all visitors. */
  sharedBoard: 100,
  /** Reads one year of the log. */
  analytics: 500,
  /** The tools of agents with their schemas. */
  tools: 200,
  /**
   * The number of characters of a refused document that cost as much as one object, because it was parsed and
   * validated.
   */
  refusedCharacters: 5,
  /** The cost of each whole kilobyte of a body or a socket message, which is read and parsed even if it is refused. */
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
