import { BoardDocument } from './Board.generated';

/** Cards of a column that a phone asks for at first: it shows six of one column, and takes its time to take up all fifty. */
const PHONE_CARDS = 14;

// What is asked for stays the same when the phone is turned.
const variables = window.matchMedia?.('(width < 48rem)').matches ? { first: PHONE_CARDS } : {};

/** What a board asks for, of one project or of all. */
export const boardQuery = (projectId?: string) => ({
  query: BoardDocument,
  variables: projectId ? { ...variables, projectId } : variables,
});
