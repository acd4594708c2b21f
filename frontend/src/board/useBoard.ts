import { useEffect, useState } from 'react';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { byCompletion, byRank } from '@contract/taskList';
import { reportError } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { tasksTexts } from '../texts/tasks';
import { BoardOlderDocument, type BoardColumnFragment } from './Board.generated';
import { BoardColumnPageDocument } from './BoardColumnPage.generated';

import { boardQuery } from './boardQuery';

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
      status,
      tasks,
      count: Math.max(tasks.length, page.totalCount - strays + arrived),
      hasMore: page.pageInfo.hasNextPage,
      endCursor: page.pageInfo.endCursor,
      onDemand: page.onDemand ?? 0,
    };
  });
};

/** What is done as one list: what was done lately, and behind it what was done before, as far as somebody asked for it. */
const withOlder = <Task extends BoardTask>(
  lately: ColumnPage<Task>,
  olderCount: number,
  older: ColumnPage<Task> | undefined,
): ColumnPage<Task> => ({
  totalCount: lately.totalCount + (older?.totalCount ?? olderCount),
  pageInfo: lately.pageInfo.hasNextPage || !older ? lately.pageInfo : older.pageInfo,
  nodes: [...lately.nodes, ...(older?.nodes ?? [])],
  // first comes what was done lately, to its end
  onDemand: lately.pageInfo.hasNextPage || older ? 0 : olderCount,
});

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** The board's four columns, of one project or of all; a component that uses it stays with its project. */
export const useBoard = (projectId?: string) => {
  const { query, variables } = boardQuery(projectId);
  const { data: answer, previousData, error, loading, refetch, fetchMore } = usePageQuery(query, { variables });
  const [wantsOlder, setWantsOlder] = useState(false);
  const { doneSince } = variables;
  const ofOlder = { doneSince, ...(projectId && { projectId }) };
  const older = usePageQuery(BoardOlderDocument, { variables: ofOlder, skip: !wantsOlder });
  // A failure to read anew leaves what was read before.
  const data = answer ?? previousData;
  const columns = data
    ? arrangeColumns({
        TODO: data.todo,
        IN_PROGRESS: data.inProgress,
        IN_REVIEW: data.inReview,
        DONE: withOlder(data.done, data.older.totalCount, older.data?.older),
      })
    : null;
  // Only writes the page into its column; to ask for the page itself would read the whole column anew for each page.
  const loadMore = (status: TaskStatus, after: string | null): Promise<unknown> => {
    const isDone = isByTime(status);
    if (isDone && !data?.done.pageInfo.hasNextPage) return older.fetchMore({ variables: { ...ofOlder, after } });
    const orderBy = isDone ? 'COMPLETED_DESC' : 'RANK_ASC';
    const { doneSince: _, ...page } = { ...variables, status, orderBy, after } as const;
    return fetchMore({ query: BoardColumnPageDocument, variables: isDone ? { ...page, doneSince } : page });
  };
  const { error: refused } = older;
  useEffect(() => {
    if (refused) reportError(refused, { fallback: tasksTexts.fetchFailed });
  }, [refused]);
  const showOlder = (): void => {
    if (wantsOlder) void older.refetch().catch(() => undefined);
    else setWantsOlder(true);
  };
  return { columns, error, loading, refetch, loadMore, older: { show: showOlder, isLoading: older.loading } };
};
