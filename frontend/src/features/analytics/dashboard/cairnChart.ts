/** The highest stack of stones that has room. */
export const MAX_STONES = 8;

/** How many tasks one stone represents, so that the largest of these counts has room. */
export const tasksPerStone = (counts: readonly number[]): number =>
  Math.max(1, Math.ceil(Math.max(...counts) / MAX_STONES));

/** How many stones a count has; a remainder is a stone as well. */
export const stackStones = (count: number, perStone: number): number => Math.ceil(count / perStone);
