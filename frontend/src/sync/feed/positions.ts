import type { Cursors } from './cursors';

let current: Cursors | null = null;

/** Null when the feed has ended. */
export const setFeedPositions = (cursors: Cursors | null): void => {
  current = cursors;
};

/** How far the feed of this tab has come; null before it has begun. */
export const getFeedPositions = (): Pick<Cursors, 'epoch' | 'all'> | null => current;
