import { TASK_DUES, TASK_ORDERS, TASK_PRIORITIES, TASK_STATUSES, TaskOrder } from '@contract/enums';
import type { TaskDue, TaskPriority, TaskStatus } from '@contract/enums';
import { fitText } from '@contract/graphemes';
import { LIMITS } from '@contract/limits';
import { ME, NONE } from '@contract/taskList';
import { isUuid } from '@contract/uuid';
import { isDay, isoDay } from '../../../lib/dates/day';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import type { TaskListArgs } from '../model/taskCache';
import { FILTER_PARAMS as PARAMS, CONDITION_NAMES, OVERDUE_PARAM, type FilterCondition } from './params';
import type { SavedFilterFragment } from './SavedFilter.generated';

/** The display of the tasks page. */
export type TaskView = 'list' | 'grid';

/** How a page shows tasks: only lists have a choice of order, groups and cards. */
export type TaskLayout = 'list' | 'board' | 'calendar' | 'timeline';

/** Special values of `assignees`: the viewer, so a shared address shows each reader their own tasks; and no one. */
export { ME, NONE };

/** The groupings of a list; '' for none. */
export const GROUPINGS = ['status', 'column', 'project', 'assignee', 'due'] as const;
export type GroupBy = (typeof GROUPINGS)[number] | '';

/** The filters of a list of tasks: a task must match one value of each; '' or no values match all. */
export interface TaskFilters {
  search: string;
  statuses: readonly TaskStatus[];
  /** Ids of columns of projects. */
  columnIds: readonly string[];
  priorities: readonly TaskPriority[];
  projectIds: readonly string[];
  /** Ids of people, the viewer or no one. */
  assignees: readonly string[];
  tags: readonly string[];
  dues: readonly TaskDue[];
  /** Due between these days in the reader's time zone, both included: '2026-11-22'. */
  dueFrom: string;
  dueTo: string;
  /** Only tasks of the top level (`top`), or only the subtasks of the task with this id. */
  level: string;
  /** Only tasks that are blocked by open tasks, or only those that are not. */
  blocked: 'true' | 'false' | '';
  /** Completed within this number of days. */
  doneDays: string;
  orderBy: TaskOrder;
  groupBy: GroupBy;
  view: TaskView;
}

/** Everything, the newest first. */
export const NO_FILTERS: TaskFilters = {
  search: '',
  statuses: [],
  columnIds: [],
  priorities: [],
  projectIds: [],
  assignees: [],
  tags: [],
  dues: [],
  dueFrom: '',
  dueTo: '',
  level: '',
  blocked: '',
  doneDays: '',
  orderBy: TaskOrder.CREATED_DESC,
  groupBy: '',
  view: 'list',
};

/** The offered values of due dates, and of days since completion. */
export const OFFERED_DUES = [
  'OVERDUE',
  'TODAY',
  'THIS_WEEK',
  'NEXT_WEEK',
  'NONE',
] as const satisfies readonly TaskDue[];
export const OFFERED_DONE_DAYS = ['7', '14', '30'] as const;

const oneOf = <T extends string, Other extends string>(values: readonly T[], text: string, other: Other): T | Other =>
  values.find((value) => value === text) ?? other;
const someOf = <T extends string>(values: readonly T[], texts: readonly string[]): T[] =>
  values.filter((value) => texts.includes(value));

/** Returns a moment as a day in the reader's time zone, as addresses contain it. */
const dayOf = (moment: string | null | undefined, earlier = 0): string =>
  moment == null ? '' : isoDay(new Date(Date.parse(moment) - earlier));

/** Parses an address; invalid values are dropped. */
export const readFilters = (params: URLSearchParams): TaskFilters => {
  const one = (name: keyof TaskFilters): string => params.get(PARAMS[name]) ?? '';
  const all = (name: keyof TaskFilters): string[] => [
    ...new Set(params.getAll(PARAMS[name]).flatMap((text) => text.split(',').map((part) => part.trim()))),
  ];
  const day = (name: 'dueFrom' | 'dueTo'): string => (isDay(one(name)) ? one(name) : '');
  const dues = [...all('dues'), ...(params.get(OVERDUE_PARAM) === 'true' ? ['OVERDUE'] : [])];
  return {
    search: fitText(one('search').trim(), LIMITS.searchMax),
    statuses: someOf(TASK_STATUSES, all('statuses')),
    columnIds: all('columnIds').filter(isUuid).slice(0, LIMITS.pageMax),
    priorities: someOf(TASK_PRIORITIES, all('priorities')),
    projectIds: all('projectIds').filter(isUuid).slice(0, LIMITS.pageMax),
    assignees: all('assignees')
      .filter((id) => id === ME || id === NONE || isUuid(id))
      .slice(0, LIMITS.pageMax),
    tags: all('tags')
      .filter((tag) => tag !== '' && tag.length <= LIMITS.tagMax)
      .slice(0, LIMITS.pageMax),
    dues: someOf(TASK_DUES, dues),
    dueFrom: day('dueFrom'),
    dueTo: day('dueTo'),
    level: all('level').find((value) => value === 'top' || isUuid(value)) ?? '',
    blocked: oneOf(['true', 'false'], one('blocked'), ''),
    doneDays:
      /^[1-9]\d{0,2}$/.test(one('doneDays')) && Number(one('doneDays')) <= LIMITS.withinDaysMax ? one('doneDays') : '',
    orderBy: oneOf(TASK_ORDERS, one('orderBy'), NO_FILTERS.orderBy),
    groupBy: oneOf(GROUPINGS, one('groupBy'), ''),
    view: oneOf(['grid'], one('view'), 'list'),
  };
};

/** Returns the address with changed filters; keeps other parameters, and omits defaults. */
export const writeFilters = (params: URLSearchParams, changes: Partial<TaskFilters>): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (changes.dues) next.delete(OVERDUE_PARAM);
  for (const [name, value] of Object.entries(changes) as [keyof TaskFilters, string | readonly string[]][]) {
    next.delete(PARAMS[name]);
    if (typeof value !== 'string') for (const each of value) next.append(PARAMS[name], each);
    else if (value !== NO_FILTERS[name]) next.set(PARAMS[name], value);
  }
  return next;
};

export const isFiltered = (filters: TaskFilters): boolean => CONDITION_NAMES.some((name) => filters[name].length > 0);

/** Returns a normal form of the filters, for comparisons. */
export const filterKey = (filters: TaskFilters): string => {
  const sorted = (Object.entries(filters) as [string, string | readonly string[]][]).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.toSorted(),
  ]);
  return writeFilters(new URLSearchParams(), Object.fromEntries(sorted) as Partial<TaskFilters>).toString();
};

/** Returns the reader's time zone; undefined for a saved view, whose days depend on each reader. */
const zoneFor = (viewerId: string): TaskFilter => {
  const timeZone = viewerId === ME ? undefined : userTimeZone();
  return timeZone ? { timeZone } : {};
};

/** The server's condition for each filter. A filter without an entry does not compile. */
const CONDITIONS: { [Name in FilterCondition]: (value: TaskFilters[Name], viewerId: string) => TaskFilter } = {
  search: (text) => (text.trim() ? { search: text.trim() } : {}),
  statuses: (statuses) => (statuses.length > 0 ? { statuses: [...statuses] } : {}),
  columnIds: (ids) => (ids.length > 0 ? { columnIds: [...ids] } : {}),
  priorities: (priorities) => (priorities.length > 0 ? { priorities: [...priorities] } : {}),
  projectIds: ([projectId, ...more]) => {
    if (projectId === undefined) return {};
    return more.length === 0 ? { projectId } : { projectIds: [projectId, ...more] };
  },
  assignees: (ids, viewerId) => (ids.length > 0 ? { assigneeIds: ids.map((id) => (id === ME ? viewerId : id)) } : {}),
  tags: (tags) => (tags.length > 0 ? { tags: [...tags] } : {}),
  dues: (dues, viewerId) => {
    if (dues.length === 0) return {};
    return { dues: [...dues], ...(dues.some((due) => due !== 'NONE') && zoneFor(viewerId)) };
  },
  dueFrom: (day, viewerId) => (isDay(day) ? { dueDayFrom: day, ...zoneFor(viewerId) } : {}),
  dueTo: (day, viewerId) => (isDay(day) ? { dueDayTo: day, ...zoneFor(viewerId) } : {}),
  level: (level) => (level === '' ? {} : { parentId: level === 'top' ? NONE : level }),
  blocked: (blocked) => (blocked === '' ? {} : { blocked: blocked === 'true' }),
  doneDays: (days) => (days ? { completedWithinDays: Number(days) } : {}),
};

const conditionOf = <Name extends FilterCondition>(
  name: Name,
  value: TaskFilters[Name],
  viewerId: string,
): TaskFilter => CONDITIONS[name](value, viewerId);

/** Returns the server's filter. A saved view has no viewer: in it, `me` and days stay relative to the reader. */
export const toFilter = (filters: TaskFilters, viewerId: string = ME): TaskFilter =>
  Object.assign({}, ...CONDITION_NAMES.map((name) => conditionOf(name, filters[name], viewerId)));

/** The filters of a saved view. */
export const fromFilter = (filter: SavedFilterFragment): Pick<TaskFilters, FilterCondition> => ({
  search: filter.search ?? '',
  statuses: filter.statuses ?? [],
  columnIds: filter.columnIds ?? [],
  priorities: filter.priorities ?? [],
  projectIds: filter.projectIds ?? [],
  assignees: filter.assigneeIds ?? [],
  tags: filter.tags ?? [],
  dues: filter.dues ?? [],
  // Older versions store moments; such a filter ends before its last one.
  dueFrom: filter.dueDayFrom ?? dayOf(filter.dueFrom),
  dueTo: filter.dueDayTo ?? dayOf(filter.dueTo, 1),
  level: filter.parentId === NONE ? 'top' : (filter.parentId ?? ''),
  blocked: filter.blocked == null ? '' : filter.blocked ? 'true' : 'false',
  doneDays: filter.completedWithinDays == null ? '' : String(filter.completedWithinDays),
});

/** The filters in the server's format. */
export const toListArgs = (filters: TaskFilters, viewerId: string) =>
  ({ filter: toFilter(filters, viewerId), orderBy: filters.orderBy }) satisfies TaskListArgs;
