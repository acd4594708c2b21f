import type { TaskFilter, TaskStatus } from '../graphql/schema.generated';
import { BoardDocument } from './Board.generated';

/** Cards of a column that a phone asks for at first: it shows six of one column, and takes its time to take up all fifty. */
const PHONE_CARDS = 14;

// What is asked for stays the same when the phone is turned.
const size = window.matchMedia?.('(width < 48rem)').matches ? { first: PHONE_CARDS } : {};

/** What was done within so many days is shown at once. */
const DONE_DAYS = 14;

/** When those days begin: with a day, so that the board asks for the same until the next one. */
const doneSince = (now = new Date()): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - DONE_DAYS).toISOString();

/** Which tasks a board shows, in whatever column they stand. */
export type BoardFilter = Omit<TaskFilter, 'status' | 'completedFrom' | 'completedTo'>;

/** What a board asks for: of one project or of all, and narrowed down. */
export const boardQuery = (filter: BoardFilter = {}) => {
  const column = (status: TaskStatus, more?: TaskFilter): TaskFilter => ({ ...filter, ...more, statuses: [status] });
  return {
    query: BoardDocument,
    variables: {
      ...size,
      todo: column('TODO'),
      inProgress: column('IN_PROGRESS'),
      inReview: column('IN_REVIEW'),
      done: column('DONE', { completedFrom: doneSince() }),
      older: column('DONE', { completedTo: doneSince() }),
    },
  };
};
