/** Before the first try: long enough to spread many, short enough that hardly anybody sees that they were gone. */
const LEAST_MS = 200;
const FIRST_MS = 1_600;
const MOST_MS = 10_000;

/**
 * How long to wait before the next try after so many failures: anything between a moment and a time that doubles with each
 * of them. Chosen by chance over the whole of it, so those who were cut off together do not come back together.
 */
export const backOff = (failures: number, random = Math.random()): number =>
  LEAST_MS + (Math.min(MOST_MS, FIRST_MS * 2 ** failures) - LEAST_MS) * random;
