import { TaskPriority, type TaskOrder, type TaskStatus } from '@contract/enums';
import { isOverdue } from '../lib/dates';
import { matchesSearch } from './fold';

/** What decides in which lists a task stands, and where. */
export interface TaskPlacement {
  id: string;
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  dueDate: string | null;
  tags: readonly string[];
  rank: string;
  createdAt: string;
  updatedAt: string;
  projectId: string;
  creatorId: string;
  assigneeId: string | null;
}

/** The arguments that a list of tasks was asked for with. */
export interface TaskListArgs {
  filter?: {
    projectId?: string | null;
    statuses?: readonly TaskStatus[] | null;
    priorities?: readonly TaskPriority[] | null;
    assigneeId?: string | null;
    involving?: string | null;
    search?: string | null;
    tag?: string | null;
    overdue?: boolean | null;
    dueFrom?: string | null;
    dueTo?: string | null;
  } | null;
  orderBy?: TaskOrder | null;
}

/** Does the task belong to the list? */
export const belongs = (task: TaskPlacement, { filter }: TaskListArgs, now = new Date()): boolean => {
  if (!filter) return true;
  const { projectId, statuses, priorities, assigneeId, involving, search, tag, overdue, dueFrom, dueTo } = filter;
  const due = task.dueDate === null ? NaN : Date.parse(task.dueDate);
  return (
    (!projectId || task.projectId === projectId) &&
    (!statuses || statuses.includes(task.status)) &&
    (!priorities || priorities.includes(task.priority)) &&
    (!assigneeId || task.assigneeId === assigneeId) &&
    (!involving || task.creatorId === involving || task.assigneeId === involving) &&
    (!tag || task.tags.includes(tag)) &&
    (overdue === undefined || overdue === null || isOverdue(task.dueDate, task.status, now) === overdue) &&
    (!dueFrom || due >= Date.parse(dueFrom)) &&
    (!dueTo || due < Date.parse(dueTo)) &&
    (!search || matchesSearch(task, search))
  );
};

// Ranks and ids are ordered by code unit, as the server's "C" collation orders them; a locale would order them otherwise.
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b);
const priorities = Object.values(TaskPriority);

/** The order of a board column. */
export const byRank = (a: Pick<TaskPlacement, 'rank' | 'id'>, b: Pick<TaskPlacement, 'rank' | 'id'>): number =>
  byText(a.rank, b.rank) || byText(a.id, b.id);

const comparators: Record<TaskOrder, (a: TaskPlacement, b: TaskPlacement) => number> = {
  CREATED_DESC: (a, b) => byTime(b.createdAt, a.createdAt) || byText(b.id, a.id),
  CREATED_ASC: (a, b) => byTime(a.createdAt, b.createdAt) || byText(a.id, b.id),
  UPDATED_DESC: (a, b) => byTime(b.updatedAt, a.updatedAt) || byText(b.id, a.id),
  DUE_ASC: (a, b) => {
    if (a.dueDate === null || b.dueDate === null) {
      return Number(a.dueDate === null) - Number(b.dueDate === null) || byText(a.id, b.id);
    }
    return byTime(a.dueDate, b.dueDate) || byText(a.id, b.id);
  },
  PRIORITY_DESC: (a, b) => priorities.indexOf(b.priority) - priorities.indexOf(a.priority) || byText(a.id, b.id),
  TITLE_ASC: (a, b) => byText(a.title.toLowerCase(), b.title.toLowerCase()) || byText(a.id, b.id),
  RANK_ASC: byRank,
};

/** How the list is ordered. */
export const comparatorOf = ({ orderBy }: TaskListArgs): ((a: TaskPlacement, b: TaskPlacement) => number) =>
  comparators[orderBy ?? 'CREATED_DESC'];
