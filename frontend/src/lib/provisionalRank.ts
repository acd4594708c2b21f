import { generateKeyBetween } from 'fractional-indexing';

/**
 * The rank to show a card with until the server answers with the true one. Cards of different projects may share a
 * rank; then there is no key between them, and the upper one's serves: the order by id decides for the moment.
 */
export const provisionalRank = (above: string | null, below: string | null): string => {
  try {
    return generateKeyBetween(above, below);
  } catch {
    return above ?? below ?? generateKeyBetween(null, null);
  }
};
