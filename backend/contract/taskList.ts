import { TASK_PRIORITIES, TaskStatus, type TaskDue, type TaskOrder, type TaskPriority } from './enums.js';
import { foldTask, searchWords } from './fold.js';
import { DAY_MS, LIMITS } from './limits.js';
import { byCompletion, byDateDescending, byRank, byText, byTime, isOverdue, timeOf, type Moment } from './taskPlace.js';

/** The task fields that decide about its lists and position. */
export interface ListedTask {
  id: string;
  key?: string | null;
  title: string;
  /** Lists of the app have only its excerpt. */
  description?: string;
  excerpt?: string;
  status: TaskStatus;
  columnId: string;
  priority: TaskPriority;
  dueDate: string | null;
  dueDay: string | null;
  startDate: string | null;
  tags: readonly string[];
  rank: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  projectId: string;
  creatorId: string;
  assigneeId: string | null;
  parentId: string | null;
  /** How many open tasks block it. */
  openBlockers: number;
}

/** Same fields as `taskFilterSchema`. */
export interface TaskListFilter {
  projectId?: string | null | undefined;
  projectIds?: readonly string[] | null | undefined;
  archived?: boolean | null | undefined;
  status?: TaskStatus | null | undefined;
  statuses?: readonly TaskStatus[] | null | undefined;
  columnIds?: readonly string[] | null | undefined;
  priorities?: readonly TaskPriority[] | null | undefined;
  assigneeId?: string | null | undefined;
  assigneeIds?: readonly string[] | null | undefined;
  creatorIds?: readonly string[] | null | undefined;
  involving?: string | null | undefined;
  parentId?: string | null | undefined;
  blocked?: boolean | null | undefined;
  search?: string | null | undefined;
  tag?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  overdue?: boolean | null | undefined;
  due?: TaskDue | null | undefined;
  dues?: readonly TaskDue[] | null | undefined;
  timeZone?: string | null | undefined;
  dueFrom?: Moment | null | undefined;
  dueTo?: Moment | null | undefined;
  dueDayFrom?: string | null | undefined;
  dueDayTo?: string | null | undefined;
  startDateFrom?: string | null | undefined;
  startDateTo?: string | null | undefined;
  updatedSince?: Moment | null | undefined;
  completedFrom?: Moment | null | undefined;
  completedTo?: Moment | null | undefined;
  completedWithinDays?: number | null | undefined;
}

/**
 * Values of `assigneeId` and `assigneeIds` for the viewer and for unassigned tasks; the latter of `parentId` for tasks
 * of the top level.
 */
export const ME = 'me';
export const NONE = 'none';

/** `updatedSince` starts this much earlier, so that it includes writes in progress at that time. */
export const OVERLAP_MS = 60_000;

/** A day such as '2026-11-25', and its start in a time zone. */
export interface Day {
  date: string;
  start: Date;
}

/** The viewer's days, as `localDays.ts` computes them. */
export interface Days {
  today: Day;
  tomorrow: Day;
  nextWeek: Day;
  weekAfter: Day;
}

/** The viewer, for filters that depend on them. `days` and `dayAt` use the filter's time zone, if it has one. */
export interface FilterContext {
  userId?: string;
  days: Days;
  /** Returns the day of a time. */
  dayAt: (time: Date) => string;
}

/** Returns the completion time of a task that changes to this status; null if it is not done. */
export const completedSince = <Time>(status: TaskStatus, before: Time | null, now: Time): Time | null =>
  status === TaskStatus.DONE ? (before ?? now) : null;

// Caches the folded text of a task, which is never changed in place: lists are filtered on each keystroke.
const known = new WeakMap<ListedTask, string>();

function getFoldedText(task: ListedTask): string {
  let folded = known.get(task);
  if (folded === undefined) known.set(task, (folded = foldTask(task)));
  return folded;
}

/** Checks `from <= time < to`; absent bounds are open. */
const isWithin = (time: number, from: Moment | null | undefined, to: Moment | null | undefined): boolean =>
  (!from || time >= timeOf(from)) && (!to || time < timeOf(to));

/** Returns the days of a due filter; the second one is excluded. */
export const dueRange = (
  due: Exclude<TaskDue, 'OVERDUE' | 'NONE'>,
  { today, tomorrow, nextWeek, weekAfter }: Days,
): readonly [from: Day, to?: Day] => {
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

/** Checks whether a filter has the starts of days as its bounds. */
export const dependsOnDays = (due: TaskDue): due is Exclude<TaskDue, 'OVERDUE' | 'NONE'> =>
  due !== 'OVERDUE' && due !== 'NONE';

/** Returns the start of the last `days` periods of 24 hours. */
export const startOfCompletedWithin = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS);

/** An overdue task matches only OVERDUE. A done task that was due before today matches nothing. */
function isDue(task: ListedTask, due: TaskDue, late: boolean, days: Days | undefined): boolean {
  if (due === 'OVERDUE' || late) return late && due === 'OVERDUE';
  if (due === 'NONE' || task.dueDate === null) return task.dueDate === null && due === 'NONE';
  if (!days) return false;
  const [from, to] = dueRange(due, days);
  if (task.dueDay === null) return isWithin(timeOf(task.dueDate), from.start, to?.start);
  return task.dueDay >= from.date && (!to || task.dueDay < to.date);
}

/** Checks for a day from the first to the last, both included. Absent bounds are open; null matches no bound. */
const isDayWithin = (day: string | null, from: string | null | undefined, to: string | null | undefined): boolean =>
  (!from && !to) || (day !== null && (!from || day >= from) && (!to || day <= to));

/** Checks the due day. The day of a due time is the reader's. */
function isDueWithin(
  { dueDate, dueDay }: ListedTask,
  { dueDayFrom: from, dueDayTo: to }: TaskListFilter,
  context: FilterContext | undefined,
): boolean {
  if (!from && !to) return true;
  if (dueDate === null) return false;
  const time = new Date(dueDate);
  const day = dueDay ?? (context ? context.dayAt(time) : toUtcDay(time));
  return isDayWithin(day, from, to);
}

/** The default time zone is UTC. */
const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** An empty or absent list matches everything. */
const isAmong = <Value>(values: readonly Value[] | null | undefined, value: Value): boolean =>
  !values?.length || values.includes(value);

/** A list that names its projects includes archived ones and templates by default. */
export const hasProjectFilter = ({ projectId, projectIds }: TaskListFilter): boolean =>
  Boolean(projectId) || Boolean(projectIds?.length);

/** Whether a search is exactly the key of a task. */
export const hasKey = ({ key }: Pick<ListedTask, 'key'>, search: string): boolean =>
  key != null && key === search.trim().toUpperCase();

/** The state of a project that decides about lists of all tasks. */
interface ProjectState {
  isArchived: boolean;
  isTemplate: boolean;
}

/** Checks whether a task matches a filter. `taskConditions.ts` does the same in SQL; a test compares the two. */
export function matchesFilter(
  task: ListedTask,
  filter: TaskListFilter,
  now: Date = new Date(),
  context?: FilterContext,
  project: ProjectState = { isArchived: false, isTemplate: false },
): boolean {
  const { projectId, projectIds, status, assigneeId, assigneeIds, involving, search, tag, tags, overdue } = filter;
  const { due, dues, completedWithinDays } = filter;
  const assignee = task.assigneeId ?? NONE;
  const isNamed = hasProjectFilter(filter);
  const archived = filter.archived ?? (isNamed ? null : false);
  const isAssigned = (ids: readonly string[] | null | undefined): boolean =>
    isAmong(ids, assignee) || (assignee === context?.userId && isAmong(ids, ME));
  const isLate = (): boolean => isOverdue(task, now, context?.days.today.date ?? toUtcDay(now));
  return (
    (!projectId || task.projectId === projectId) &&
    isAmong(projectIds, task.projectId) &&
    (archived === null || project.isArchived === archived) &&
    (isNamed || !project.isTemplate) &&
    (!status || task.status === status) &&
    isAmong(filter.statuses, task.status) &&
    isAmong(filter.columnIds, task.columnId) &&
    isAmong(filter.priorities, task.priority) &&
    (!assigneeId || isAssigned([assigneeId])) &&
    isAssigned(assigneeIds) &&
    isAmong(filter.creatorIds, task.creatorId) &&
    (!involving || task.creatorId === involving || task.assigneeId === involving) &&
    (!filter.parentId || (task.parentId ?? NONE) === filter.parentId) &&
    (filter.blocked == null || task.openBlockers > 0 === filter.blocked) &&
    (!tag || task.tags.includes(tag)) &&
    (!tags?.length || tags.some((one) => task.tags.includes(one))) &&
    (overdue == null || isLate() === overdue) &&
    (!due || isDue(task, due, isLate(), context?.days)) &&
    (!dues?.length || dues.some((one) => isDue(task, one, isLate(), context?.days))) &&
    isDueWithin(task, filter, context) &&
    isDayWithin(task.startDate, filter.startDateFrom, filter.startDateTo) &&
    isWithin(task.dueDate === null ? NaN : timeOf(task.dueDate), filter.dueFrom, filter.dueTo) &&
    (!filter.updatedSince || timeOf(task.updatedAt) >= timeOf(filter.updatedSince) - OVERLAP_MS) &&
    isWithin(task.completedAt === null ? NaN : timeOf(task.completedAt), filter.completedFrom, filter.completedTo) &&
    (completedWithinDays == null ||
      isWithin(
        task.completedAt === null ? NaN : timeOf(task.completedAt),
        startOfCompletedWithin(completedWithinDays, now),
        null,
      )) &&
    (!search || hasKey(task, search) || searchWords(search).every((word) => getFoldedText(task).includes(word)))
  );
}

const byPriority = (a: TaskPriority, b: TaskPriority): number =>
  TASK_PRIORITIES.indexOf(a) - TASK_PRIORITIES.indexOf(b);

/** Tasks without a date come last in both directions. */
const byDate = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : byTime(a, b);

/** Returns the first line of the folded title. Cut, because folding can make a title longer than the maximum. */
const foldedTitle = (task: ListedTask): string => {
  const [line = ''] = getFoldedText(task).split('\n', 1);
  return line.length > LIMITS.taskTitleMax ? Array.from(line).slice(0, LIMITS.taskTitleMax).join('') : line;
};

type Compare = (a: ListedTask, b: ListedTask) => number;

// Ties are broken by id in the same direction.
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
const byTitle: Compare = (a, b) => byText(foldedTitle(a), foldedTitle(b));

/** `task.reads.ts` does the same in SQL; a test compares the two. */
export const compareTasks: Readonly<Record<TaskOrder, Compare>> = {
  CREATED_DESC: descending(byCreated),
  CREATED_ASC: ascending(byCreated),
  UPDATED_DESC: descending(byUpdated),
  UPDATED_ASC: ascending(byUpdated),
  DUE_DESC: descending((a, b) => byDateDescending(a.dueDate, b.dueDate)),
  DUE_ASC: ascending((a, b) => byDate(a.dueDate, b.dueDate)),
  PRIORITY_DESC: descending(byUrgency),
  PRIORITY_ASC: ascending(byUrgency),
  TITLE_DESC: descending(byTitle),
  TITLE_ASC: ascending(byTitle),
  COMPLETED_DESC: byCompletion,
  COMPLETED_ASC: ascending((a, b) => byDate(a.completedAt, b.completedAt)),
  RANK_ASC: byRank,
};
