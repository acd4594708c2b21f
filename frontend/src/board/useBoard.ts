import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { byRank } from '@contract/taskList';
import { usePageQuery } from '../graphql/usePageQuery';
import { BoardDocument, type BoardColumnFragment } from './Board.generated';
import { BoardColumnPageDocument } from './BoardColumnPage.generated';

/** What the board needs to know of a card to place it. */
export interface BoardTask {
  id: string;
  title: string;
  status: TaskStatus;
  rank: string;
}

/** One column's list as the server answers it. */
export interface ColumnPage<Task extends BoardTask> {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly Task[];
}

/** One column as the board shows it. */
export interface Column<Task extends BoardTask> {
  status: TaskStatus;
  tasks: readonly Task[];
  /** All tasks of the column, loaded or not. */
  count: number;
  hasMore: boolean;
  endCursor: string | null;
}

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
    const tasks = [...all.values()].filter((task) => task.status === status).toSorted(byRank);
    const strays = page.nodes.filter((task) => all.get(task.id)?.status !== status).length;
    const arrived = tasks.filter((task) => !listed.has(task.id)).length;
    return {
      status,
      tasks,
      count: Math.max(tasks.length, page.totalCount - strays + arrived),
      hasMore: page.pageInfo.hasNextPage,
      endCursor: page.pageInfo.endCursor,
    };
  });
};

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** The board's four columns, of one project or of all; a component that uses it stays with its project. */
export const useBoard = (projectId?: string) => {
  const variables = projectId ? { projectId } : {};
  const { data: answer, previousData, error, loading, refetch, fetchMore } = usePageQuery(BoardDocument, { variables });
  // A failure to read anew leaves what was read before.
  const data = answer ?? previousData;
  const columns = data
    ? arrangeColumns({ TODO: data.todo, IN_PROGRESS: data.inProgress, IN_REVIEW: data.inReview, DONE: data.done })
    : null;
  const loadMore = async (status: TaskStatus, after: string | null): Promise<void> => {
    // Only writes the page into its column; to ask for the page itself would read the whole column anew for each page.
    await fetchMore({ query: BoardColumnPageDocument, variables: { ...variables, status, after } });
  };
  return { columns, error, loading, refetch, loadMore };
};
