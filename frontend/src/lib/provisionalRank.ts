import { generateKeyBetween } from 'fractional-indexing';

/**
 * Returns the rank of a card until the server sends the final one. Cards of different projects may share a rank; if
 * there is no rank between them, the upper one's is used, and the order by id decides until then.
 */
export const provisionalRank = (above: string | null, below: string | null): string => {
  try {
    return generateKeyBetween(above, below);
  } catch {
    return above ?? below ?? generateKeyBetween(null, null);
  }
};
