import { TASK_PRIORITIES, TaskStatus, type TaskDue, type TaskOrder, type TaskPriority } from './enums.js';
import { foldTask, searchWords } from './fold.js';
import { DAY_MS, LIMITS } from './limits.js';
import { byCompletion, byDateDown, byRank, byText, byTime, isOverdue, timeOf, type Moment } from './taskPlace.js';

/** What decides in which lists a task stands, and where. */
export interface ListedTask {
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
  completedAt: string | null;
  projectId: string;
  creatorId: string;
  assigneeId: string | null;
}

/** Which tasks a list shows, as `taskFilterSchema` takes it. */
export interface TaskListFilter {
  projectId?: string | null | undefined;
  projectIds?: readonly string[] | null | undefined;
  archived?: boolean | null | undefined;
  status?: TaskStatus | null | undefined;
  statuses?: readonly TaskStatus[] | null | undefined;
  priorities?: readonly TaskPriority[] | null | undefined;
  assigneeId?: string | null | undefined;
  assigneeIds?: readonly string[] | null | undefined;
  creatorIds?: readonly string[] | null | undefined;
  involving?: string | null | undefined;
  search?: string | null | undefined;
  tag?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  overdue?: boolean | null | undefined;
  due?: TaskDue | null | undefined;
  dues?: readonly TaskDue[] | null | undefined;
  timeZone?: string | null | undefined;
  dueFrom?: Moment | null | undefined;
  dueTo?: Moment | null | undefined;
  updatedSince?: Moment | null | undefined;
  completedFrom?: Moment | null | undefined;
  completedTo?: Moment | null | undefined;
  completedWithinDays?: number | null | undefined;
}

/** In `assigneeIds`: whoever looks, and nobody. */
export const ME = 'me';
export const NONE = 'none';

/** So much earlier than it says `updatedSince` begins: what was under way at that moment is not missed. */
export const OVERLAP_MS = 60_000;

/** The days of whoever looks, as `localDays.ts` finds them: when today, tomorrow, next week and the one after it begin. */
export interface Days {
  today: Date;
  tomorrow: Date;
  nextWeek: Date;
  weekAfter: Date;
}

/** Who looks, for the filters that depend on it; their days are those of the filter's time zone, where it names one. */
export interface Looker {
  userId?: string;
  days: Days;
}

/** Since when a task of this status is done; null while it is not. */
export const completedSince = <Time>(status: TaskStatus, before: Time | null, now: Time): Time | null =>
  status === TaskStatus.DONE ? (before ?? now) : null;

// Folded once for a task as it is now, which is never changed in place: a list is searched with every letter that is typed.
const known = new WeakMap<ListedTask, string>();

function foldedOf(task: ListedTask): string {
  let folded = known.get(task);
  if (folded === undefined) known.set(task, (folded = foldTask(task)));
  return folded;
}

/** Between two moments, the first included, where these are given. */
const isWithin = (time: number, from: Moment | null | undefined, to: Moment | null | undefined): boolean =>
  (!from || time >= timeOf(from)) && (!to || time < timeOf(to));

/** From when until when these are, for what is not late. */
export const dueStretch = (
  due: Exclude<TaskDue, 'OVERDUE' | 'NONE'>,
  { today, tomorrow, nextWeek, weekAfter }: Days,
): readonly [from: Date, to?: Date] => {
  switch (due) {
    case 'TODAY':
      return [today, tomorrow];
    case 'WEEK':
      return [tomorrow, nextWeek];
    case 'THIS_WEEK':
      return [today, nextWeek];
    case 'NEXT_WEEK':
      return [nextWeek, weekAfter];
    case 'LATER':
      return [nextWeek];
  }
};

/** Does it depend on whose days are meant? */
export const isByDays = (due: TaskDue): due is Exclude<TaskDue, 'OVERDUE' | 'NONE'> =>
  due !== 'OVERDUE' && due !== 'NONE';

/** Since when what counts as done within so many days of 24 hours is done. */
export const completedSinceOf = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS);

/** What is late is in none of the others; of what is done, what is due before today is in none at all. */
function isDue(task: ListedTask, due: TaskDue, now: Date, days: Days | undefined): boolean {
  const late = isOverdue(task.dueDate, task.status, now);
  if (due === 'OVERDUE' || late) return late && due === 'OVERDUE';
  if (due === 'NONE' || task.dueDate === null) return task.dueDate === null && due === 'NONE';
  return days !== undefined && isWithin(timeOf(task.dueDate), ...dueStretch(due, days));
}

/** Does a list of values that a filter names have this one? An empty list filters nothing. */
const isAmong = <Value>(values: readonly Value[] | null | undefined, value: Value): boolean =>
  !values?.length || values.includes(value);

/** Unless told, a list of the projects that it names shows all of them, archived or not. */
export const namesProjects = ({ projectId, projectIds }: TaskListFilter): boolean =>
  Boolean(projectId) || Boolean(projectIds?.length);

/** Does the task, of a project that `isArchived` or not, fit the filter? What `taskConditions.ts` says in SQL; a test holds the two together. */
export function matchesFilter(
  task: ListedTask,
  filter: TaskListFilter,
  now: Date = new Date(),
  looker?: Looker,
  isArchived = false,
): boolean {
  const { projectId, projectIds, status, assigneeId, assigneeIds, involving, search, tag, tags, overdue } = filter;
  const { due, dues, completedWithinDays } = filter;
  const assignee = task.assigneeId ?? NONE;
  const archived = filter.archived ?? (namesProjects(filter) ? null : false);
  return (
    (!projectId || task.projectId === projectId) &&
    isAmong(projectIds, task.projectId) &&
    (archived === null || isArchived === archived) &&
    (!status || task.status === status) &&
    isAmong(filter.statuses, task.status) &&
    isAmong(filter.priorities, task.priority) &&
    (!assigneeId || task.assigneeId === assigneeId) &&
    (isAmong(assigneeIds, assignee) || (assignee === looker?.userId && isAmong(assigneeIds, ME))) &&
    isAmong(filter.creatorIds, task.creatorId) &&
    (!involving || task.creatorId === involving || task.assigneeId === involving) &&
    (!tag || task.tags.includes(tag)) &&
    (!tags?.length || tags.some((one) => task.tags.includes(one))) &&
    (overdue == null || isOverdue(task.dueDate, task.status, now) === overdue) &&
    (!due || isDue(task, due, now, looker?.days)) &&
    (!dues?.length || dues.some((one) => isDue(task, one, now, looker?.days))) &&
    isWithin(task.dueDate === null ? NaN : timeOf(task.dueDate), filter.dueFrom, filter.dueTo) &&
    (!filter.updatedSince || timeOf(task.updatedAt) >= timeOf(filter.updatedSince) - OVERLAP_MS) &&
    isWithin(task.completedAt === null ? NaN : timeOf(task.completedAt), filter.completedFrom, filter.completedTo) &&
    (completedWithinDays == null ||
      isWithin(
        task.completedAt === null ? NaN : timeOf(task.completedAt),
        completedSinceOf(completedWithinDays, now),
        null,
      )) &&
    (!search || searchWords(search).every((word) => foldedOf(task).includes(word)))
  );
}

const byPriority = (a: TaskPriority, b: TaskPriority): number =>
  TASK_PRIORITIES.indexOf(a) - TASK_PRIORITIES.indexOf(b);

/** Tasks without a date come last, in either direction. */
const byDate = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : byTime(a, b);

/** The first line of the folded title, up to so many letters as a title may have: folding makes some into several. */
const titleOf = (task: ListedTask): string => {
  const [line = ''] = foldedOf(task).split('\n', 1);
  return line.length > LIMITS.taskTitleMax ? Array.from(line).slice(0, LIMITS.taskTitleMax).join('') : line;
};

type Compare = (a: ListedTask, b: ListedTask) => number;

// Equal ones go by id, in the same direction as all else.
const ascending =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(a, b) || byText(a.id, b.id);
const descending =
  (compare: Compare): Compare =>
  (a, b) =>
    ascending(compare)(b, a);

const byCreated: Compare = (a, b) => byTime(a.createdAt, b.createdAt);
const byUpdated: Compare = (a, b) => byTime(a.updatedAt, b.updatedAt);
const byUrgency: Compare = (a, b) => byPriority(a.priority, b.priority);
const byTitle: Compare = (a, b) => byText(titleOf(a), titleOf(b));

/** What each order means. `task.reads.ts` says the same in SQL; a test holds the two together. */
export const compareTasks: Readonly<Record<TaskOrder, Compare>> = {
  CREATED_DESC: descending(byCreated),
  CREATED_ASC: ascending(byCreated),
  UPDATED_DESC: descending(byUpdated),
  UPDATED_ASC: ascending(byUpdated),
  DUE_DESC: descending((a, b) => byDateDown(a.dueDate, b.dueDate)),
  DUE_ASC: ascending((a, b) => byDate(a.dueDate, b.dueDate)),
  PRIORITY_DESC: descending(byUrgency),
  PRIORITY_ASC: ascending(byUrgency),
  TITLE_DESC: descending(byTitle),
  TITLE_ASC: ascending(byTitle),
  COMPLETED_DESC: byCompletion,
  COMPLETED_ASC: ascending((a, b) => byDate(a.completedAt, b.completedAt)),
  RANK_ASC: byRank,
};
