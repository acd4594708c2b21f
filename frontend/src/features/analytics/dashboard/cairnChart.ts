/** The maximum height of a stack, in stones. */
export const MAX_STONES = 8;

/** Returns how many tasks one stone represents, so that the largest of these counts fits. */
export const tasksPerStone = (counts: readonly number[]): number =>
  Math.max(1, Math.ceil(Math.max(...counts) / MAX_STONES));

/** Returns the number of stones for a count; a remainder is a stone as well. */
export const stackStones = (count: number, perStone: number): number => Math.ceil(count / perStone);
