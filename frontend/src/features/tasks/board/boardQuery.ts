import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { TASK_STATUSES } from '@contract/statusAndPriority';
import type { TaskFilter, TaskStatus } from '../../../sync/client/schema.generated';
import { columnOf } from '../../projects/columns/columnOf';
import { isNarrow } from '../../../lib/screen';
import { STATUS_LABELS } from '../../../lib/text';
import { BoardDocument, type BoardColumnFragment } from './Board.generated';

/** The number of cards per column that a phone reads first: it shows six, and would take long to process fifty. */
const PHONE_CARDS = 10;
/** The number of cards per column that a search reads first, on all screens, because each card adds to its cost. */
const SEARCH_CARDS = 14;

// Constant, so that turning the phone does not change the variables.
const isPhone = isNarrow();

/** Tasks completed within this number of days are shown at once. */
const DONE_DAYS = 14;

/** Completed tasks are sorted by time, so people can't choose a card's position. */
export const isSortedByTime = (status: TaskStatus): boolean => status === 'DONE';

/** A column of a board, without its cards. */
export interface ColumnHead {
  /** A project's column. */
  id?: string;
  /** Identifies it among the columns of its board: its id, or its status on a board with one column per status. */
  key: string;
  name: string;
  status: TaskStatus;
  /** Replaces the color of the status. */
  color?: string | null;
  /** The limit of open tasks. */
  limit?: number | null;
  /** Whether it is visible only while it has tasks. */
  isHidden?: boolean;
}

/** The names of a column's lists in the answer. The variables with their filters have the same names. */
export interface ColumnLists {
  list: string;
  /** The list of tasks that were completed longer ago, if it is read separately. */
  older?: string;
}

/** A query of a board, in Apollo's form. */
export interface BoardPart {
  query: TypedDocumentNode<BoardData>;
  variables: OperationVariables;
}

/** The lists of a board by name. */
export type BoardData = Record<string, BoardColumnFragment | undefined>;

/** The queries of a board: one for all columns or, because a request has a limit of lists, up to three. */
export interface BoardRequest {
  queries: readonly [BoardPart, ...BoardPart[]];
  lists: Readonly<Record<string, ColumnLists | undefined>>;
  /**
   * Returns the number of tasks in a column. Used for a list that also contains tasks of other columns and is not
   * completely loaded.
   */
  countOf?: (data: BoardData, column: string) => number | undefined;
}

/** The columns of a board, and the queries that read them. */
export interface BoardSource {
  /** Null until the names are loaded. */
  heads: readonly ColumnHead[] | null;
  makeRequest: (filter: BoardFilter) => BoardRequest;
}

let since: string | null = null;

/**
 * Returns the start of these days. It is the start of a day, so that the query stays the same until midnight. Without a
 * connection it stays the same past midnight, because only that query is stored on the device.
 */
const doneSince = (): string => {
  if (since !== null && !navigator.onLine) return since;
  const now = new Date();
  since = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DONE_DAYS).toISOString();
  return since;
};

/** The filter of all columns of a board. */
export type BoardFilter = Omit<TaskFilter, 'status' | 'completedFrom' | 'completedTo'>;

/** Returns the variables of a board's query, for one or all projects, with its filter. */
export const boardQuery = (filter: BoardFilter = {}) => {
  const isSearch = Boolean(filter.search);
  const column = (status: TaskStatus, more?: TaskFilter): TaskFilter => ({ ...filter, ...more, statuses: [status] });
  return {
    query: BoardDocument,
    variables: {
      ...(isPhone && { first: PHONE_CARDS }),
      // A search has a cost for each list, so all completed tasks are in one list.
      ...(isSearch && { first: SEARCH_CARDS, isSearch }),
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

/** A board with one column per status: for all projects, and for projects with only the default columns. */
export const STATUS_BOARD = {
  heads: TASK_STATUSES.map((status) => ({
    key: status,
    name: STATUS_LABELS[status],
    status,
  })),
  makeRequest: (filter: BoardFilter) => {
    const { variables } = boardQuery(filter);
    const part = (more: OperationVariables): BoardPart => ({
      query: BoardDocument as DocumentNode,
      variables: { ...variables, ...more },
    });
    // Storing all columns in one task would block a slow phone. A search has a cost for each request.
    const isInParts = isPhone && !variables.isSearch;
    const queries: BoardRequest['queries'] = isInParts
      ? [part({ withLast: false }), part({ withFirst: false })]
      : [part({})];
    return { queries, lists: STATUS_LISTS };
  },
} satisfies BoardSource;

/** Returns the column of a board that contains a task. */
export const findColumnHead = <Head extends Pick<ColumnHead, 'key' | 'status'>>(
  heads: readonly Head[],
  task: { status: TaskStatus; columnId: string },
): Head | undefined => columnOf(heads, task, ({ key }) => key);

/** Returns how a write refers to a column: by status if there is one column per status. */
export const targetOf = ({ key, status }: ColumnHead): { status: TaskStatus } | { columnId: string } =>
  key === status ? { status } : { columnId: key };
