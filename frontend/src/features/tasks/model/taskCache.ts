// Shared by all views of tasks: the cache, the writes, the address, and short forms of a task.
import type { ApolloCache, Reference } from '@apollo/client';
import type { TaskOrder } from '@contract/enums';
import {
  compareTasks,
  completedSince,
  matchesFilter,
  type Day,
  type Days,
  type ListedTask,
  type TaskListFilter,
} from '@contract/taskList';
import { isoDay } from '../../../lib/dates/day';
import { overdueFrom } from '../../../lib/dates/due';
import { firstColumnId } from '../../projects/columns/columnStatuses';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from './TaskFields.generated';

/** An excerpt of at least this length may be incomplete: it is cut between characters. */
const LONG_EXCERPT = 100;

export interface TaskListArgs {
  filter?: TaskListFilter | null;
  orderBy?: TaskOrder | null;
}

/** A task in the form of the cache, with its project. */
type KeptTask = ListedTask & { project?: { archivedAt: string | null; isTemplate?: boolean } };

/** Returns the reader's days by the browser's clock; `localDays.ts` of the contract does the same for any time zone. */
const daysAt = (now: Date): Days => {
  const beginning = (days: number): Day => {
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
    return { date: isoDay(start), start };
  };
  const toMonday = 7 - ((now.getDay() + 6) % 7);
  return {
    today: beginning(0),
    tomorrow: beginning(1),
    nextWeek: beginning(toMonday),
    weekAfter: beginning(toMonday + 7),
  };
};

const refersToDays = ({ due, dues, overdue, dueDayFrom, dueDayTo }: TaskListFilter): boolean =>
  (due ?? dues ?? overdue ?? dueDayFrom ?? dueDayTo) != null;

export const matchesList = (task: KeptTask, { filter }: TaskListArgs, now = new Date()): boolean =>
  matchesFilter(
    task,
    filter ?? {},
    now,
    filter && refersToDays(filter) ? { days: daysAt(now), dayAt: isoDay } : undefined,
    { isArchived: task.project?.archivedAt != null, isTemplate: task.project?.isTemplate === true },
  );

export const comparatorOf = ({ orderBy }: TaskListArgs): ((a: ListedTask, b: ListedTask) => number) =>
  compareTasks[orderBy ?? 'CREATED_DESC'];

/** A list of tasks, in the form of the cache. */
interface StoredTasks {
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean };
  totalCount?: number;
  /** Rows behind the loaded pages (see typePolicies). */
  beyond?: readonly string[];
}

const argsOf = (storeFieldName: string): TaskListArgs => {
  const start = storeFieldName.indexOf('{');
  return start === -1 ? {} : JSON.parse(storeFieldName.slice(start, storeFieldName.lastIndexOf('}') + 1));
};

// Within an optimistic layer this reads the layer; outside it, only the server's data.
const read = (cache: ApolloCache, id: string | undefined): TaskFieldsFragment | null =>
  cache.readFragment({ id, fragment: TaskFieldsFragmentDoc });

/** Changes each list of tasks in the cache, depending on its arguments. */
export const changeLists = (
  cache: ApolloCache,
  change: (list: StoredTasks, args: TaskListArgs) => StoredTasks,
): void => {
  cache.modify<{ tasks: StoredTasks }>({
    fields: {
      tasks: (list, { storeFieldName }) =>
        // The modifier's type includes references, but a connection is never one.
        '__ref' in list ? list : change(list, argsOf(storeFieldName)),
    },
  });
};

/** Returns the list without the task of this cache id. */
const without = (list: StoredTasks, id: string): StoredTasks => ({
  ...list,
  nodes: (list.nodes ?? []).filter((node) => node.__ref !== id),
  ...(list.totalCount !== undefined && { totalCount: Math.max(0, list.totalCount - 1) }),
});

/**
 * Where a task may be inserted into a list that is not completely loaded: changes by others only among the `loaded`
 * rows, the viewer's own changes everywhere.
 */
export type InsertScope = 'everywhere' | 'loaded';

/** Returns the index of the first row after the task, by bisection, because reading a row takes time. */
const firstAfter = (
  cache: ApolloCache,
  nodes: readonly Reference[],
  task: ListedTask,
  compare: (a: ListedTask, b: ListedTask) => number,
): number => {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // If a row can't be read, the next one is used.
    let at = middle;
    let other: ListedTask | null = null;
    while (at < high && (other = read(cache, nodes[at]?.__ref)) === null) at += 1;
    if (other === null || compare(task, other) < 0) high = middle;
    else low = at + 1;
  }
  return low;
};

/** Whether the list has rows that are not loaded. They may already contain the task. */
const isIncomplete = ({ pageInfo, totalCount = 0, nodes = [] }: StoredTasks): boolean =>
  pageInfo ? pageInfo.hasNextPage === true : totalCount > nodes.length;

const insert = (
  cache: ApolloCache,
  list: StoredTasks,
  task: ListedTask,
  id: string,
  args: TaskListArgs,
  scope: InsertScope,
): StoredTasks => {
  const others = (list.nodes ?? []).filter((node) => node.__ref !== id);
  const isNew = others.length === (list.nodes ?? []).length;
  const next = firstAfter(cache, others, task, comparatorOf(args));
  if (next === others.length && isNew && (scope === 'loaded' || !list.pageInfo) && isIncomplete(list)) return list;
  const beyond = (list.beyond ?? []).filter((ref) => ref !== id);
  // The last loaded row is not beyond the page that contains it.
  const isMoved = list.nodes?.[next]?.__ref !== id || list.beyond?.includes(id);
  const isLast = others.slice(next).every(({ __ref }) => beyond.includes(__ref));
  if (isLast && isMoved && list.pageInfo?.hasNextPage) beyond.push(id);
  return {
    ...list,
    nodes: others.toSpliced(next, 0, { __ref: id }),
    ...(beyond.length > 0 || list.beyond ? { beyond } : {}),
    ...(list.totalCount !== undefined && { totalCount: list.totalCount + (isNew ? 1 : 0) }),
  };
};

/**
 * Updates all lists in the cache for a task: removes it from lists that it no longer matches, adds it to those that it
 * matches, in their order, and updates counts. Optimistic answers, answers and live events all use this. It uses the
 * task as it is in the cache, so a late answer to an older write moves nothing back.
 */
export const applyTask = (
  cache: ApolloCache,
  { id: taskId }: { id: string },
  scope: InsertScope = 'everywhere',
): void => {
  const id = cache.identify({ __typename: 'Task', id: taskId });
  const task = read(cache, id);
  if (!id || !task) return;
  changeLists(cache, (list, args) => {
    // The query only selected the count, which can't be computed here.
    if (!list.nodes) return list;
    const isListed = list.nodes.some((node) => node.__ref === id);
    // The searched words may be in the part of the description that only the server knows.
    const known =
      isListed && (task.excerpt ?? '').length > LONG_EXCERPT ? { filter: { ...args.filter, search: '' } } : args;
    if (matchesList(task, known)) return insert(cache, list, task, id, args, scope);
    return isListed ? without(list, id) : list;
  });
};

/**
 * Changes a task and its position in all lists, on the layer of a write. When an earlier layer is removed, this runs
 * again on a task that may already have the patch. A partially known task waits for the answer.
 */
export const patchTask = (
  proxy: ApolloCache,
  taskId: string,
  patch: (task: TaskFieldsFragment) => Partial<TaskFieldsFragment>,
  updatedAt: string,
): void => {
  const id = proxy.identify({ __typename: 'Task', id: taskId });
  const read = { id, fragment: TaskFieldsFragmentDoc, optimistic: true } as const;
  const task = proxy.readFragment(read);
  if (!task) return;
  const changed = { ...task, ...patch(task), updatedAt };
  const completedAt = completedSince(changed.status, changed.completedAt, updatedAt);
  const isMoved = changed.status !== task.status && changed.columnId === task.columnId;
  const columnId = isMoved ? firstColumnId(proxy, changed) : changed.columnId;
  proxy.writeFragment({ ...read, data: { ...changed, columnId, completedAt } });
  applyTask(proxy, task);
};

/** Moves tasks in the cache that became overdue between two moments. */
export const applyNewlyOverdue = (cache: ApolloCache, since: number, now: number): void => {
  const stored = cache.extract() as Record<string, Partial<ListedTask> & { __typename?: string }>;
  for (const { __typename, id, dueDate, dueDay } of Object.values(stored)) {
    if (__typename !== 'Task' || !id || !dueDate) continue;
    const due = overdueFrom(dueDay ?? dueDate);
    if (due > since && due <= now) applyTask(cache, { id }, 'loaded');
  }
};

/** Whether the count covers everything, or everything in this project. */
const isWhole = ({ filter }: TaskListArgs, projectId: string | undefined): boolean =>
  !filter || (Object.keys(filter).join() === 'projectId' && filter.projectId === projectId);

/** Updates the count of all tasks of a project for a task created or deleted here. */
export const adjustTaskCount = (cache: ApolloCache, projectId: string | undefined, by: 1 | -1): void => {
  changeLists(cache, (list, args) =>
    list.nodes || !isWhole(args, projectId) || list.totalCount === undefined
      ? list
      : { ...list, totalCount: Math.max(0, list.totalCount + by) },
  );
};

/** Removes a task from all lists and counts, on the layer of a write. It stays cached, as a refusal shows it again. */
export const hideTask = (layer: ApolloCache, taskId: string): void => {
  const id = layer.identify({ __typename: 'Task', id: taskId });
  const projectId = findCachedTask(layer, taskId)?.projectId;
  if (!id) return;
  let wasListed = false;
  changeLists(layer, (list) => {
    if (!(list.nodes ?? []).some((node) => node.__ref === id)) return list;
    wasListed = true;
    return without(list, id);
  });
  // A task that is in no list is already hidden, or deleted.
  if (wasListed) adjustTaskCount(layer, projectId, -1);
};

/** Removes a task that was deleted here from all lists, counts and the cache. */
export const removeAndCountTask = (cache: ApolloCache, taskId: string): void => {
  const projectId = findCachedTask(cache, taskId)?.projectId;
  removeTask(cache, taskId);
  adjustTaskCount(cache, projectId, -1);
};

/** Decreases the subtask count of a task's parent when the task leaves it. */
const uncountSubtask = (cache: ApolloCache, task: ListedTask | null): void => {
  if (!task?.parentId) return;
  cache.modify<{ subtasksTotal: number; subtasksDone: number }>({
    id: cache.identify({ __typename: 'Task', id: task.parentId }),
    fields: {
      subtasksTotal: (total) => Math.max(0, total - 1),
      subtasksDone: (done) => (task.status === 'DONE' ? Math.max(0, done - 1) : done),
    },
  });
};

/** Removes a deleted task from all lists and the cache. */
export const removeTask = (cache: ApolloCache, taskId: string): void => {
  const id = cache.identify({ __typename: 'Task', id: taskId });
  if (!id) return;
  uncountSubtask(cache, read(cache, id));
  changeLists(cache, (list) => ((list.nodes ?? []).some((node) => node.__ref === id) ? without(list, id) : list));
  cache.evict({ id });
  cache.gc();
};

/** Removes all known tasks of a project from all lists and the cache. */
export const removeTasksOf = (cache: ApolloCache, projectId: string): void => {
  const stored = cache.extract() as Record<string, { __typename?: string; projectId?: unknown } | undefined>;
  const gone = new Set(
    Object.keys(stored).filter((id) => stored[id]?.__typename === 'Task' && stored[id]?.projectId === projectId),
  );
  changeLists(cache, (list, { filter }) => {
    if (filter?.projectId === projectId) {
      return { ...list, nodes: [], totalCount: 0, pageInfo: { ...list.pageInfo, hasNextPage: false } };
    }
    const before = list.nodes ?? [];
    const nodes = before.filter((node) => !gone.has(node.__ref));
    if (nodes.length === before.length) return list;
    const totalCount = list.totalCount === undefined ? undefined : list.totalCount - (before.length - nodes.length);
    return { ...list, nodes, ...(totalCount !== undefined && { totalCount: Math.max(0, totalCount) }) };
  });
  for (const id of gone) cache.evict({ id });
};

/** Returns the fields of a task that lists use, if they are in the cache; otherwise null. */
export const findCachedTask = (cache: ApolloCache, taskId: string): TaskFieldsFragment | null =>
  read(cache, cache.identify({ __typename: 'Task', id: taskId }));
