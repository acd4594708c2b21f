import type { Cursors } from './cursors';

let current: Cursors | null = null;

/** Null when the feed has ended. */
export const setFeedPositions = (cursors: Cursors | null): void => {
  current = cursors;
};

/** The position of this tab's feed; null before it has started. */
export const getFeedPositions = (): Pick<Cursors, 'epoch' | 'all'> | null => current;
