/** The highest stack of stones that has room. */
export const MAX_STONES = 8;

/** How many tasks one stone stands for, so that the greatest of these counts still has room. */
export const tasksPerStone = (counts: readonly number[]): number =>
  Math.max(1, Math.ceil(Math.max(...counts) / MAX_STONES));

/** How many stones show a count; what does not fill one is one as well. */
export const stackStones = (count: number, perStone: number): number => Math.ceil(count / perStone);
