import { TASK_PRIORITIES, TASK_STATUSES, TaskOrder } from '@contract/enums';
import type { TaskPriority, TaskStatus } from '@contract/enums';
import { fitText } from '@contract/graphemes';
import { LIMITS } from '@contract/limits';
import type { TaskListArgs } from '../taskCache';

/** How the page of tasks shows them. */
export type TaskView = 'list' | 'grid';

/** Stands for the viewer, so that a shared address shows each reader their own tasks. */
export const ME = 'me';

/** What the rows of a list can stand together by; '' is one list. */
export const GROUPINGS = ['status', 'project', 'assignee', 'due'] as const;
export type GroupBy = (typeof GROUPINGS)[number] | '';

/** What the page of tasks shows; '' stands for everything. */
export interface TaskFilters {
  search: string;
  status: TaskStatus | '';
  priority: TaskPriority | '';
  projectId: string;
  /** A person's id, or the viewer. */
  assignee: string;
  /** Only what is past its due date and not done. */
  overdue: 'true' | '';
  orderBy: TaskOrder;
  groupBy: GroupBy;
  view: TaskView;
}

/** Everything, the newest first. */
export const NO_FILTERS: TaskFilters = {
  search: '',
  status: '',
  priority: '',
  projectId: '',
  assignee: '',
  overdue: '',
  orderBy: TaskOrder.CREATED_DESC,
  groupBy: '',
  view: 'list',
};

/** The orders that the page offers; the API has more. */
export const OFFERED_ORDERS = [
  'CREATED_DESC',
  'CREATED_ASC',
  'UPDATED_DESC',
  'DUE_ASC',
  'DUE_DESC',
  'PRIORITY_DESC',
  'PRIORITY_ASC',
  'TITLE_ASC',
  'TITLE_DESC',
  'RANK_ASC',
] as const satisfies readonly TaskOrder[];

const PARAMS: Record<keyof TaskFilters, string> = {
  search: 'q',
  status: 'status',
  priority: 'priority',
  projectId: 'project',
  assignee: 'assignee',
  overdue: 'overdue',
  orderBy: 'sort',
  groupBy: 'group',
  view: 'view',
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const oneOf = <T extends string, Other extends string>(values: readonly T[], text: string, other: Other): T | Other =>
  values.find((value) => value === text) ?? other;

/** Reads an address; what it holds that is no filter is left out. */
export const readFilters = (params: URLSearchParams): TaskFilters => {
  const read = (name: keyof TaskFilters): string => params.get(PARAMS[name]) ?? '';
  const projectId = read('projectId');
  const assignee = read('assignee');
  return {
    search: fitText(read('search').trim(), LIMITS.searchMax),
    status: oneOf(TASK_STATUSES, read('status'), ''),
    priority: oneOf(TASK_PRIORITIES, read('priority'), ''),
    projectId: UUID.test(projectId) ? projectId : '',
    assignee: assignee === ME || UUID.test(assignee) ? assignee : '',
    overdue: oneOf(['true'], read('overdue'), ''),
    orderBy: oneOf(OFFERED_ORDERS, read('orderBy'), NO_FILTERS.orderBy),
    groupBy: oneOf(GROUPINGS, read('groupBy'), ''),
    view: oneOf(['grid'], read('view'), 'list'),
  };
};

/** The address with some filters changed; what else it says stays, and what is as usual is not said. */
export const writeFilters = (params: URLSearchParams, changes: Partial<TaskFilters>): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes) as [keyof TaskFilters, string][]) {
    if (value === NO_FILTERS[name]) next.delete(PARAMS[name]);
    else next.set(PARAMS[name], value);
  }
  return next;
};

/** Is anything left out of the list? */
export const isFiltered = ({ search, status, priority, projectId, assignee, overdue }: TaskFilters): boolean =>
  [search, status, priority, projectId, assignee, overdue].some((value) => value !== '');

/** The filters as the server takes them. */
export const toListArgs = (filters: TaskFilters, viewerId: string) => {
  const { search, status, priority, projectId, assignee, overdue, orderBy } = filters;
  const filter = {
    ...(status && { statuses: [status] }),
    ...(priority && { priorities: [priority] }),
    ...(projectId && { projectId }),
    ...(assignee && { assigneeId: assignee === ME ? viewerId : assignee }),
    ...(overdue && { overdue: true }),
    ...(search.trim() && { search: search.trim() }),
  };
  return { filter, orderBy } satisfies TaskListArgs;
};
