import type { TaskFilter, TaskStatus } from '../../../sync/client/schema.generated';
import { isNarrow } from '../../../lib/screen';
import { BoardDocument } from './Board.generated';

/** Cards of a column that a phone asks for at first: it shows six of one column, and takes its time to take up all fifty. */
const PHONE_CARDS = 14;

// What is asked for stays the same when the phone is turned.
const size = isNarrow() ? { first: PHONE_CARDS } : {};

/** What was done within so many days is shown at once. */
const DONE_DAYS = 14;

let since: string | null = null;

/**
 * When those days begin: with a day, so that the board asks for the same until the next one. Without a connection it stays
 * the same past midnight: only that board is on the device.
 */
const doneSince = (): string => {
  if (since !== null && !navigator.onLine) return since;
  const now = new Date();
  since = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DONE_DAYS).toISOString();
  return since;
};

/** Which tasks a board shows, in whatever column they stand. */
export type BoardFilter = Omit<TaskFilter, 'status' | 'completedFrom' | 'completedTo'>;

/** What a board asks for: of one project or of all, and narrowed down. */
export const boardQuery = (filter: BoardFilter = {}) => {
  const isSearch = Boolean(filter.search);
  const column = (status: TaskStatus, more?: TaskFilter): TaskFilter => ({ ...filter, ...more, statuses: [status] });
  return {
    query: BoardDocument,
    variables: {
      ...size,
      // A search has its price in each list: of one, what was done long ago is in the list of what is done.
      ...(isSearch && { first: PHONE_CARDS, isSearch }),
      todo: column('TODO'),
      inProgress: column('IN_PROGRESS'),
      inReview: column('IN_REVIEW'),
      done: column('DONE', isSearch ? {} : { completedFrom: doneSince() }),
      older: column('DONE', { completedTo: doneSince() }),
    },
  };
};
