import type { TaskOrder } from '@contract/enums';
import { compareTasks, matchesFilter, type ListedTask, type TaskListFilter } from '@contract/taskList';

/** The arguments that a list of tasks was asked for with. */
export interface TaskListArgs {
  filter?: TaskListFilter | null;
  orderBy?: TaskOrder | null;
}

/** Does the task belong to the list? */
export const belongs = (task: ListedTask, { filter }: TaskListArgs): boolean => matchesFilter(task, filter ?? {});

/** How the list is ordered. */
export const comparatorOf = ({ orderBy }: TaskListArgs): ((a: ListedTask, b: ListedTask) => number) =>
  compareTasks[orderBy ?? 'CREATED_DESC'];
