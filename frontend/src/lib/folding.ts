/** A text over this length, or with more lines, is folded until someone unfolds it. */
const FOLD_LIMITS = { characters: 1500, lines: 24 };

export const isFoldable = (text: string): boolean =>
  text.length > FOLD_LIMITS.characters || text.split('\n', FOLD_LIMITS.lines + 1).length > FOLD_LIMITS.lines;

/** Clips a folded text at the bottom; prints it completely. */
export const FOLDED_CLASS =
  'max-h-80 overflow-hidden [mask-image:linear-gradient(#000_60%,#0000)] print:max-h-none print:[mask-image:none]';
