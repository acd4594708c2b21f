/** How many times slower than usual the processor is for pages: E2E_SLOW. */
export const slowness = Math.max(1, Number(process.env.E2E_SLOW ?? 1));
