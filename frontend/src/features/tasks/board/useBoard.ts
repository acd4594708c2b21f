import { useState } from 'react';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { byCompletion, byRank } from '@contract/taskPlace';
import { STATUS_LABELS } from '../../../lib/text';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import type { BoardColumnFragment } from './Board.generated';
import { boardQuery, type BoardFilter } from './boardQuery';

/** What the board needs to know of a card to place it. */
export interface BoardTask {
  id: string;
  title: string;
  status: TaskStatus;
  rank: string;
  completedAt: string | null;
}

/** One column's list as the server answers it. */
export interface ColumnPage<Task extends BoardTask> {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly Task[];
  /** How many more there are that are read when somebody asks for them. */
  onDemand?: number;
}

/** One column as the board shows it. */
export interface Column<Task extends BoardTask> {
  /** Names it among the columns of the board: of all projects, its status. */
  key: string;
  name: string;
  /** What it means. */
  status: TaskStatus;
  tasks: readonly Task[];
  /** All tasks of the column, loaded or not. */
  count: number;
  hasMore: boolean;
  endCursor: string | null;
  /** How many more are shown when somebody asks for them. */
  onDemand: number;
}

/** Done is ordered by when, so a card has no place of one's choice there. */
export const isByTime = (status: TaskStatus): boolean => status === 'DONE';

/**
 * Arranges the four lists as columns. A card stands where its task says, not where a list says, so that a list read
 * before a move and answered after it cannot put the card back or show it twice.
 */
export const arrangeColumns = <Task extends BoardTask>(
  pages: Record<TaskStatus, ColumnPage<Task>>,
): readonly Column<Task>[] => {
  const all = new Map(TASK_STATUSES.flatMap((status) => pages[status].nodes).map((task) => [task.id, task]));
  return TASK_STATUSES.map((status) => {
    const page = pages[status];
    const listed = new Set(page.nodes.map((task) => task.id));
    const tasks = [...all.values()]
      .filter((task) => task.status === status)
      .toSorted(isByTime(status) ? byCompletion : byRank);
    const strays = page.nodes.filter((task) => all.get(task.id)?.status !== status).length;
    const arrived = tasks.filter((task) => !listed.has(task.id)).length;
    return {
      key: status,
      name: STATUS_LABELS[status],
      status,
      tasks,
      count: Math.max(tasks.length, page.totalCount - strays + arrived),
      hasMore: page.pageInfo.hasNextPage,
      endCursor: page.pageInfo.endCursor,
      onDemand: page.onDemand ?? 0,
    };
  });
};

/** What is done as one list: what was done lately, to its end, and behind it what was done before, for whoever asks for it. */
const withOlder = <Task extends BoardTask>(
  lately: ColumnPage<Task>,
  older: ColumnPage<Task>,
  wantsOlder: boolean,
): ColumnPage<Task> => {
  const isEnd = !lately.pageInfo.hasNextPage;
  return {
    totalCount: lately.totalCount + older.totalCount,
    pageInfo: isEnd && wantsOlder ? older.pageInfo : lately.pageInfo,
    nodes: wantsOlder ? [...lately.nodes, ...older.nodes] : lately.nodes,
    onDemand: isEnd && !wantsOlder ? older.totalCount : 0,
  };
};

/** A search has no list of what was done long ago. */
const NONE = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** The board's columns, narrowed down or not; null while it is not known how. */
export const useBoard = (wanted: BoardFilter | null = {}) => {
  const filter = wanted ?? {};
  const { query, variables } = boardQuery(filter);
  const key = JSON.stringify(variables);
  const {
    data: answer,
    previousData,
    error,
    loading,
    retryFailedQueries,
    fetchMore,
  } = usePageQuery(query, { variables, skip: wanted === null, isFed: true });
  const [wantsOlder, setWantsOlder] = useState(false);
  // A failure to read anew leaves what was read before, unless that was something else.
  const [read, setRead] = useState(key);
  if (answer && read !== key) {
    setRead(key);
    setWantsOlder(false);
  }
  const data = answer ?? (loading || read === key ? previousData : undefined);
  const columns = data
    ? arrangeColumns({
        TODO: data.todo,
        IN_PROGRESS: data.inProgress,
        IN_REVIEW: data.inReview,
        DONE: withOlder(data.done, data.older ?? NONE, wantsOlder),
      }).filter(({ status }) => !filter.statuses?.length || filter.statuses.includes(status))
    : null;
  // Only writes the page into its column; to ask for the page itself would read the whole column anew for each page.
  const loadMore = async (column: string, after: string | null): Promise<void> => {
    const { todo, inProgress, inReview, done, older } = variables;
    const stretch = data?.done.pageInfo.hasNextPage ? done : older;
    const status = columns?.find(({ key: each }) => each === column)?.status;
    if (!status) return;
    const of = { TODO: todo, IN_PROGRESS: inProgress, IN_REVIEW: inReview, DONE: stretch }[status];
    // The first cards do not need it.
    const { BoardColumnPageDocument } = await import('./BoardColumnPage.generated');
    await fetchMore({
      query: BoardColumnPageDocument,
      variables: { filter: of, after, orderBy: isByTime(status) ? 'COMPLETED_DESC' : 'RANK_ASC' },
    });
  };
  return { columns, list: key, error, loading, retryFailedQueries, loadMore, showOlder: () => setWantsOlder(true) };
};
