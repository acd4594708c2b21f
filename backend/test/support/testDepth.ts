/** Set in the long run (`npm run test:full`), which tries many more cases. */
export const FULL_RUN = process.env.TEST_DEPTH === 'full';

/**
 * The number of random cases and their seed. The short run has a fixed seed, so that it is reproducible. fast-check
 * prints the seed of a failure; TEST_SEED repeats it.
 */
export function cases(short: number): { numRuns: number; seed?: number } {
  const given = process.env.TEST_SEED;
  const numRuns = FULL_RUN ? short * 25 : short;
  if (given !== undefined) return { numRuns, seed: Number(given) };
  return FULL_RUN ? { numRuns } : { numRuns, seed: 7 };
}

/** The timeout of a test with many cases. */
export const TEST_TIMEOUT_MS = FULL_RUN ? 600_000 : 120_000;
