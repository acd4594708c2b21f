import type { Cursors } from './cursors';

let current: Cursors | null = null;

/** Set to null when the feed has ended. */
export const setFeedPositions = (cursors: Cursors | null): void => {
  current = cursors;
};

/** Returns the position of this tab's feed; null before it has started. */
export const getFeedPositions = (): Pick<Cursors, 'epoch' | 'all'> | null => current;
