/** Minimum delay: spreads reconnects, but is short enough to go unnoticed. */
const MIN_MS = 200;
const FIRST_MS = 1_600;
const MAX_MS = 10_000;

/**
 * Returns a random delay before the next attempt. Its upper bound doubles with each failure. Full jitter keeps clients
 * that were disconnected together from reconnecting together.
 */
export const backOff = (failures: number, random = Math.random()): number =>
  MIN_MS + (Math.min(MAX_MS, FIRST_MS * 2 ** failures) - MIN_MS) * random;
