/** Whether this is the long run (`npm run test:full`), which tries much more of the same. */
export const DEEP = process.env.TEST_DEPTH === 'full';

/**
 * How many random cases, and from which seed: always the same ones in the short run, so that it tells about a change and
 * not about luck; others every time in the long one. fast-check names the seed of what fails, TEST_SEED repeats it.
 */
export function cases(short: number): { numRuns: number; seed?: number } {
  const given = process.env.TEST_SEED;
  const numRuns = DEEP ? short * 25 : short;
  if (given !== undefined) return { numRuns, seed: Number(given) };
  return DEEP ? { numRuns } : { numRuns, seed: 7 };
}

/** How long a test of many cases may take. */
export const PATIENCE = DEEP ? 600_000 : 120_000;
