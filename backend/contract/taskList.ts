import { TASK_PRIORITIES, TaskStatus, type TaskOrder, type TaskPriority } from './enums.js';
import { foldTask, searchWords } from './fold.js';
import { LIMITS } from './limits.js';

/** A moment as the API sends it (ISO 8601) or as a program holds it. */
type Moment = string | Date;

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
  projectId: string;
  creatorId: string;
  assigneeId: string | null;
}

/** Which tasks a list shows, as `taskFilterSchema` takes it. */
export interface TaskListFilter {
  projectId?: string | null | undefined;
  statuses?: readonly TaskStatus[] | null | undefined;
  priorities?: readonly TaskPriority[] | null | undefined;
  assigneeId?: string | null | undefined;
  involving?: string | null | undefined;
  search?: string | null | undefined;
  tag?: string | null | undefined;
  overdue?: boolean | null | undefined;
  dueFrom?: Moment | null | undefined;
  dueTo?: Moment | null | undefined;
}

const timeOf = (moment: Moment): number => (typeof moment === 'string' ? Date.parse(moment) : moment.getTime());

/** Past and not done: the one rule for what is late. */
export const isOverdue = (dueDate: Moment | null | undefined, status: TaskStatus, now: Date = new Date()): boolean =>
  dueDate != null && status !== TaskStatus.DONE && timeOf(dueDate) < now.getTime();

// Folded once for a task as it is now, which is never changed in place: a list is searched with every letter that is typed.
const known = new WeakMap<ListedTask, string>();

function foldedOf(task: ListedTask): string {
  let folded = known.get(task);
  if (folded === undefined) known.set(task, (folded = foldTask(task)));
  return folded;
}

/** Does the task fit the filter? What `task.reads.ts` says in SQL; a test holds the two together. */
export function matchesFilter(task: ListedTask, filter: TaskListFilter, now: Date = new Date()): boolean {
  const { projectId, statuses, priorities, assigneeId, involving, search, tag, overdue, dueFrom, dueTo } = filter;
  const due = task.dueDate === null ? NaN : timeOf(task.dueDate);
  return (
    (!projectId || task.projectId === projectId) &&
    (!statuses || statuses.includes(task.status)) &&
    (!priorities || priorities.includes(task.priority)) &&
    (!assigneeId || task.assigneeId === assigneeId) &&
    (!involving || task.creatorId === involving || task.assigneeId === involving) &&
    (!tag || task.tags.includes(tag)) &&
    (overdue == null || isOverdue(task.dueDate, task.status, now) === overdue) &&
    (!dueFrom || due >= timeOf(dueFrom)) &&
    (!dueTo || due < timeOf(dueTo)) &&
    (!search || searchWords(search).every((word) => foldedOf(task).includes(word)))
  );
}

// Surrogates, of which the letters beyond U+FFFF are made, go behind all others.
const place = (unit: number): number => (unit < 0xd800 ? unit : unit > 0xdfff ? unit - 0x800 : unit + 0x2000);

/** By code points, as PostgreSQL's "C" collation orders UTF-8; a locale would order otherwise, and differently everywhere. */
function byText(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a[at] !== b[at]) return place(a.charCodeAt(at)) - place(b.charCodeAt(at));
  }
  return a.length - b.length;
}
const byTime = (a: string, b: string): number => timeOf(a) - timeOf(b);
const byPriority = (a: TaskPriority, b: TaskPriority): number =>
  TASK_PRIORITIES.indexOf(a) - TASK_PRIORITIES.indexOf(b);

/** Tasks without a date come last. */
const byDue = (a: string | null, b: string | null): number =>
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

/** The order of a board column; equal ranks go by id. */
export const byRank = (a: Pick<ListedTask, 'rank' | 'id'>, b: Pick<ListedTask, 'rank' | 'id'>): number =>
  byText(a.rank, b.rank) || byText(a.id, b.id);

/** What each order means. `task.reads.ts` says the same in SQL; a test holds the two together. */
export const compareTasks: Readonly<Record<TaskOrder, Compare>> = {
  CREATED_DESC: descending((a, b) => byTime(a.createdAt, b.createdAt)),
  CREATED_ASC: ascending((a, b) => byTime(a.createdAt, b.createdAt)),
  UPDATED_DESC: descending((a, b) => byTime(a.updatedAt, b.updatedAt)),
  DUE_ASC: ascending((a, b) => byDue(a.dueDate, b.dueDate)),
  PRIORITY_DESC: descending((a, b) => byPriority(a.priority, b.priority)),
  TITLE_ASC: ascending((a, b) => byText(titleOf(a), titleOf(b))),
  RANK_ASC: byRank,
};
