import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { TASK_STATUSES } from '@contract/enums';
import type { TaskFilter, TaskStatus } from '../../../sync/client/schema.generated';
import { columnOf } from '../../projects/columns/columnOf';
import { isNarrow } from '../../../lib/screen';
import { STATUS_LABELS } from '../../../lib/text';
import { BoardDocument, type BoardColumnFragment } from './Board.generated';

/** How many cards of a column a phone reads first: it shows six, and would take long to process fifty. */
const PHONE_CARDS = 14;

// The variables stay the same when the phone is turned.
const size = isNarrow() ? { first: PHONE_CARDS } : {};

/** Tasks completed within this number of days are shown at once. */
const DONE_DAYS = 14;

/** Completed tasks are sorted by time, so people can't choose a card's position. */
export const isByTime = (status: TaskStatus): boolean => status === 'DONE';

/** A column of a board, apart from its cards. */
export interface ColumnHead {
  /** A project's column. */
  id?: string;
  /** Names it among the columns of its board: its id, or its status on a board with one column for each status. */
  key: string;
  name: string;
  status: TaskStatus;
  /** In place of the color of the status. */
  color?: string | null;
  /** The limit of open tasks. */
  limit?: number | null;
  /** It is visible only while it has tasks. */
  isHidden?: boolean;
}

/** The names of a column's lists in the answer. The variables with the same names hold their filters. */
export interface ColumnLists {
  list: string;
  /** Tasks that were completed longer ago, where they are read apart. */
  older?: string;
}

/** A query of a board, in Apollo's form. */
export interface BoardPart {
  query: TypedDocumentNode<BoardData>;
  variables: OperationVariables;
}

/** The lists of a board by their names. */
export type BoardData = Record<string, BoardColumnFragment | undefined>;

/** How a board is read: one query for all columns or, because a request has a limit of lists, up to three. */
export interface BoardQuestion {
  queries: readonly [BoardPart, ...BoardPart[]];
  lists: Readonly<Record<string, ColumnLists | undefined>>;
  /** The number of tasks in a column whose list has tasks of other columns, too, and is not loaded to its end. */
  countOf?: (data: BoardData, column: string) => number | undefined;
}

/** The columns of a board, and how they are read. */
export interface BoardSource {
  /** Null until their names are loaded. */
  heads: readonly ColumnHead[] | null;
  ask: (filter: BoardFilter) => BoardQuestion;
}

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

/** The filter of all columns of a board. */
export type BoardFilter = Omit<TaskFilter, 'status' | 'completedFrom' | 'completedTo'>;

/** The variables of a board's query: its project, or all, and its filter. */
export const boardQuery = (filter: BoardFilter = {}) => {
  const isSearch = Boolean(filter.search);
  const column = (status: TaskStatus, more?: TaskFilter): TaskFilter => ({ ...filter, ...more, statuses: [status] });
  return {
    query: BoardDocument,
    variables: {
      ...size,
      // Each list of a search has a cost, so there is one list of completed tasks, older ones included.
      ...(isSearch && { first: PHONE_CARDS, isSearch }),
      todo: column('TODO'),
      inProgress: column('IN_PROGRESS'),
      inReview: column('IN_REVIEW'),
      done: column('DONE', isSearch ? {} : { completedFrom: doneSince() }),
      older: column('DONE', { completedTo: doneSince() }),
    },
  };
};

const STATUS_LISTS: Record<TaskStatus, ColumnLists> = {
  TODO: { list: 'todo' },
  IN_PROGRESS: { list: 'inProgress' },
  IN_REVIEW: { list: 'inReview' },
  DONE: { list: 'done', older: 'older' },
};

/** A board with one column for each status: the board of all projects, and of projects without more columns. */
export const STATUS_BOARD = {
  heads: TASK_STATUSES.map((status) => ({
    key: status,
    name: STATUS_LABELS[status],
    status,
  })),
  ask: (filter: BoardFilter) => ({
    queries: [{ ...boardQuery(filter), query: BoardDocument as DocumentNode }],
    lists: STATUS_LISTS,
  }),
} satisfies BoardSource;

/** The column of a board in which a task is. */
export const headOf = <Head extends Pick<ColumnHead, 'key' | 'status'>>(
  heads: readonly Head[],
  task: { status: TaskStatus; columnId: string },
): Head | undefined => columnOf(heads, task, ({ key }) => key);

/** How a write names a column: by status if there is one column for each. */
export const targetOf = ({ key, status }: ColumnHead): { status: TaskStatus } | { columnId: string } =>
  key === status ? { status } : { columnId: key };
