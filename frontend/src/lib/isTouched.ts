/** Where one touches, a keyboard that opens by itself would cover what is there to be touched. */
export const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches;
