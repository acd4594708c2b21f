/** The factor by which the processor is slower than usual for pages: E2E_SLOW. */
export const slowness = Math.max(1, Number(process.env.E2E_SLOW ?? 1));
