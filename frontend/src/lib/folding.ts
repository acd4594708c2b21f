/** A text over this length, or with more lines, is folded until someone unfolds it. */
const LONGEST = { characters: 1500, lines: 24 };

export const isFoldable = (text: string): boolean =>
  text.length > LONGEST.characters || text.split('\n', LONGEST.lines + 1).length > LONGEST.lines;

/** Clips a folded text at the bottom; prints it completely. */
export const FOLDED =
  'max-h-80 overflow-hidden [mask-image:linear-gradient(#000_60%,#0000)] print:max-h-none print:[mask-image:none]';
