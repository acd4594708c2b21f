/** Set in the long run (`npm run test:full`), which tries many more cases. */
export const DEEP = process.env.TEST_DEPTH === 'full';

/**
 * The number of random cases and their seed. The short run has a fixed seed, so that it is reproducible. fast-check
 * prints the seed of a failure; TEST_SEED repeats it.
 */
export function cases(short: number): { numRuns: number; seed?: number } {
  const given = process.env.TEST_SEED;
  const numRuns = DEEP ? short * 25 : short;
  if (given !== undefined) return { numRuns, seed: Number(given) };
  return DEEP ? { numRuns } : { numRuns, seed: 7 };
}

/** The timeout of a test with many cases. */
export const PATIENCE = DEEP ? 600_000 : 120_000;
