import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { byRank } from '@contract/taskList';

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
