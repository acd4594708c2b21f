import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type TaskGrouping, TaskOrder } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { namesProjects, NONE } from '../../contract/taskList.js';
import type { TaskFilter, TaskGroupsInput } from '../../contract/tasks.js';
import { ONE_PLAN } from '../kernel/onePlan.js';
import { TOMBSTONE } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader, feedLoader, type MaybePromise, personalLoader } from '../kernel/loaders.js';
import { readNestedPage } from '../kernel/nestedPages.js';
import { type ListQuery, type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { isTheirs, type Reach } from '../kernel/program.js';
import { type Computed, entityRows, fieldsBut, type RowOf, Rows } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { TaskSchema } from './task.entity.js';
import { conditionsOf, type Looking, lookingAs, overdue, zoneOf } from './taskConditions.js';

/** A task as the API shows one. */
export const TASKS = entityRows(TaskSchema, 't', fieldsBut(TaskSchema, 'folded', ...TOMBSTONE));

/**
 * The same, and how many comments and items of its checklist it has, where its list was asked for it; others are counted when
 * somebody asks.
 */
export type TaskRow = RowOf<typeof TASKS> & { commentCount?: number; checklistTotal?: number; checklistDone?: number };

/** How many comments tasks have, one statement for all that a request asks for at once. */
const commentCountLoader = defineLoader<number>(async (ctx, ids) => {
  const { rows } = await sql<{ taskId: string; count: number }>`
    ${ONE_PLAN} select task_id as "taskId", count(*)::int as count from comment
    where task_id = any(${[...ids]}::uuid[]) and deleted_at is null group by task_id`.execute(ctx.em.getKysely());
  const counts = new Map(ids.map((id) => [id, 0]));
  for (const { taskId, count } of rows) counts.set(taskId, count);
  return counts;
});

/** How many comments a task has: at once where its list has counted them. */
export const commentCountOf = (ctx: Context, { id, commentCount }: TaskRow): MaybePromise<number> =>
  commentCount ?? (commentCountLoader(ctx).load(id) as Promise<number>);

/** The items of a checklist, and how many of them are ticked. */
interface ChecklistCount {
  total: number;
  done: number;
}

const COUNT_ITEMS = sql`count(*)::int as total, count(*) filter (where done)::int as done`;

const checklistCountLoader = defineLoader<ChecklistCount>(async (ctx, ids) => {
  const { rows } = await sql<ChecklistCount & { taskId: string }>`
    ${ONE_PLAN} select task_id as "taskId", ${COUNT_ITEMS} from checklist_item
    where task_id = any(${[...ids]}::uuid[]) and deleted_at is null group by task_id`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ taskId, ...count }) => [taskId, count]));
});

/** How many items a task's checklist has, where its list has not counted them. */
export const checklistCountOf = async (ctx: Context, { id }: TaskRow): Promise<ChecklistCount> =>
  (await checklistCountLoader(ctx).load(id)) ?? { total: 0, done: 0 };

/** What a list can count for its rows in its own statement. */
export type Count = 'comments' | 'items';
export const COUNTS: readonly Count[] = ['comments', 'items'];

const COUNTED = {
  comments: {
    commentCount: sql<number>`(select count(*)::int from comment c where c.task_id = row.id and c.deleted_at is null)`,
  },
  items: { checklistTotal: sql<number>`items.total`, checklistDone: sql<number>`items.done` },
};
const ITEMS = sql`cross join lateral (
  select ${COUNT_ITEMS} from checklist_item where task_id = row.id and deleted_at is null) items`;

const counting = <More>(counts: Computed<More>, beside?: RawBuilder<unknown>) => ({
  columns: new Rows(counts).columns,
  beside,
  toRow: TASKS.with(counts).toRow,
});
/** By what is asked: one count alone is half the work. */
const COUNTING: Readonly<Record<string, ListQuery<TaskRow>['ofPage']>> = {
  comments: counting(COUNTED.comments),
  items: counting(COUNTED.items, ITEMS),
  'comments,items': counting({ ...COUNTED.comments, ...COUNTED.items }, ITEMS),
};

/** What the viewer may see of `task t`: what is not deleted, in their own projects. */
export const visibleTasks = (viewer: Reach): RawBuilder<unknown> =>
  sql`t.deleted_at is null and t.project_id = any(array(${visibleProjects(viewer)}))`;

const order = (name: TaskOrder, by: RawBuilder<unknown>, type: string, descending: boolean): Order => ({
  name,
  by,
  type,
  id: sql`t.id`,
  descending,
});

/** In both directions. */
const both = (name: string, by: RawBuilder<unknown>, type: string) => [
  order(`${name}_ASC` as TaskOrder, by, type, false),
  order(`${name}_DESC` as TaskOrder, by, type, true),
];

/** No date comes last in both, so each has an expression of its own. */
const byDate = (name: string, column: RawBuilder<unknown>) => [
  order(`${name}_ASC` as TaskOrder, sql`coalesce(${column}, 'infinity'::timestamptz)`, 'timestamptz', false),
  order(`${name}_DESC` as TaskOrder, sql`coalesce(${column}, '-infinity'::timestamptz)`, 'timestamptz', true),
];

/** Each has an index over project and order. What they mean, `contract/taskList.ts` says to the app. */
const ORDERS = Object.fromEntries(
  [
    ...both('CREATED', sql`t.created_at`, 'timestamptz'),
    ...both('UPDATED', sql`t.updated_at`, 'timestamptz'),
    ...byDate('DUE', sql`t.due_date`),
    ...both('PRIORITY', sql`t.priority`, 'task_priority'),
    ...both('TITLE', sql`left(split_part(t.folded, E'\\n', 1), ${sql.lit(LIMITS.taskTitleMax)})`, 'text'),
    ...byDate('COMPLETED', sql`t.completed_at`),
    order(TaskOrder.RANK_ASC, sql`t.rank`, 'text', false),
  ].map((it) => [it.name, it]),
) as Record<TaskOrder, Order>;

/**
 * Is what a filter lets through found in the same way whatever its values are? All tasks, those of a project, or a column
 * of the board, which has an index of its own.
 */
function hasOnePlan(filter: TaskFilter, orderBy: TaskOrder): boolean {
  const { projectId: _, statuses, ...others } = filter;
  if (Object.values(others).some((value) => value != null)) return false;
  return statuses == null || (statuses.length === 1 && orderBy === TaskOrder.RANK_ASC);
}

/** Is it a project that the filter names, where it names any? */
function named(id: RawBuilder<unknown>, { projectId, projectIds }: TaskFilter): RawBuilder<unknown> {
  const one = projectId ? sql`and ${id} = ${projectId}` : sql``;
  return projectIds?.length ? sql`${one} and ${id} = any(${projectIds}::uuid[])` : one;
}

/** `mine`: the viewer's projects, but for archived ones unless the filter says so, or those that it names. */
const projectsOf = (viewer: Reach, filter: TaskFilter): RawBuilder<unknown> => {
  const archived = filter.archived ?? (namesProjects(filter) ? null : false);
  return sql`(${visibleProjects(viewer)} ${named(sql`m.project_id`, filter)} ${inArchive(archived)}) mine`;
};

/** Of `project p`: archived or not, or both. */
function inArchive(archived: boolean | null): RawBuilder<unknown> {
  if (archived === null) return sql``;
  return archived ? sql`and p.archived_at is not null` : sql`and p.archived_at is null`;
}

/** The tasks of a project that a filter lets through. */
const matchingIn = (projectId: RawBuilder<unknown>, filter: TaskFilter, looking: Looking): RawBuilder<unknown> =>
  sql.join([sql`t.project_id = ${projectId} and t.deleted_at is null`, ...conditionsOf(filter, looking)], sql` and `);

/** The same, of `mine`. */
const matching = (filter: TaskFilter, looking: Looking) => matchingIn(sql`mine.project_id`, filter, looking);

const lookings = personalLoader(() => new Map<string, Promise<Looking>>());

/** Who looks: their days are read once for all lists of a request. */
function looking(ctx: Context, filter: TaskFilter): Promise<Looking> {
  const known = lookings(ctx);
  const key = zoneOf(filter) ?? 'none';
  const found = known.get(key) ?? lookingAs(ctx.em, requireViewer(ctx).userId, ctx.resources.now(), filter);
  known.set(key, found);
  return found;
}

/** A page of the viewer's tasks. */
export async function readTasks(
  ctx: Context,
  filter: TaskFilter,
  orderBy: TaskOrder,
  { counts, ...args }: PageArgs & { counts?: readonly Count[] | undefined },
): Promise<Page<TaskRow>> {
  return readPage<TaskRow>(
    ctx,
    {
      rows: TASKS,
      ofPage: COUNTING[String(counts)],
      // project by project: left to itself the planner takes a frequent word for a rare one and reads everybody's tasks
      parts: projectsOf(requireViewer(ctx), filter),
      hasOnePlan: hasOnePlan(filter, orderBy),
      from: sql`task t`,
      where: matching(filter, await looking(ctx, filter)),
      order: ORDERS[orderBy],
    },
    args,
  );
}

/** A page of the tasks of a project that the caller has already found visible. */
export async function readTasksOfProject(
  ctx: Context,
  projectId: string,
  filter: TaskFilter,
  orderBy: TaskOrder,
  args: PageArgs,
): Promise<Page<TaskRow>> {
  const isNamed = sql`true ${named(sql`parent.id`, filter)}`;
  const { archived } = filter;
  const isIn =
    archived == null
      ? isNamed
      : sql`${isNamed} and exists (select 1 from project p where p.id = parent.id ${inArchive(archived)})`;
  const query = {
    rows: TASKS,
    from: sql`task t`,
    where: sql`${isIn} and ${matchingIn(sql`parent.id`, filter, await looking(ctx, filter))}`,
    order: ORDERS[orderBy],
  };
  const key = JSON.stringify(['tasks', filter, orderBy]);
  return readNestedPage<TaskRow>(ctx, { key, query }, { projectId, id: projectId }, args);
}

/** Which of the viewer's tasks a filter lets through, those of a project together; at most so many. */
export async function readMatchingIds(
  em: EntityManager,
  viewer: Reach,
  { filter, except, now, limit }: { filter: TaskFilter; except: readonly string[]; now: Date; limit: number },
): Promise<string[]> {
  const where = matching(filter, await lookingAs(em, viewer.userId, now, filter));
  const { rows } = await sql<{ id: string }>`
    select t.id
    from ${projectsOf(viewer, filter)} join task t on ${where}
    where t.id <> all(${[...except]}::uuid[])
    order by t.project_id, t.created_at, t.id limit ${limit}`.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** How many of a list's tasks belong together. */
export interface TaskGroupRow {
  /** By what they do: a status, the id of a project or a person, `none`, or when they are due. */
  key: string;
  count: number;
  groupBy: TaskGrouping;
}

/** Of the tasks that are not late, and of those that are done: by the days of whoever looks. */
const dueKey = ({ now, days }: Looking): RawBuilder<unknown> => {
  if (!days) throw new Error('whoever looks has days');
  return sql`case
    when t.due_date is null then 'NONE'
    when ${overdue(now)} then 'OVERDUE'
    when t.due_date < ${days.today} then 'EARLIER'
    when t.due_date < ${days.tomorrow} then 'TODAY'
    when t.due_date < ${days.nextWeek} then 'WEEK'
    else 'LATER' end`;
};

const GROUP_KEYS: Record<TaskGrouping, (looking: Looking) => RawBuilder<unknown>> = {
  STATUS: () => sql`t.status::text`,
  PROJECT: () => sql`t.project_id::text`,
  ASSIGNEE: () => sql`coalesce(t.assignee_id::text, ${sql.lit(NONE)})`,
  DUE: dueKey,
};

/** How the viewer's tasks that a filter lets through fall into groups: only such as have any, in no order. */
export async function readTaskGroups(
  ctx: Context,
  filter: TaskFilter,
  { groupBy, timeZone }: TaskGroupsInput,
): Promise<TaskGroupRow[]> {
  const viewer = requireViewer(ctx);
  const now = ctx.resources.now();
  const here = await lookingAs(ctx.em, viewer.userId, now, filter);
  // the groups may be of other days than those that the filter speaks of
  const ofGroups = { due: 'TODAY', timeZone: timeZone ?? filter.timeZone ?? null } as const;
  const key = GROUP_KEYS[groupBy](groupBy === 'DUE' ? await lookingAs(ctx.em, viewer.userId, now, ofGroups) : here);
  const { rows } = await sql<{ key: string; count: number }>`
    select part.key, sum(part.count)::int as count
    from ${projectsOf(viewer, filter)} cross join lateral (
      select ${key} as key, count(*) as count from task t where ${matching(filter, here)} group by 1 offset 0
    ) part
    group by part.key`.execute(ctx.em.getKysely());
  return rows.map((row) => ({ ...row, groupBy }));
}

/** One of the viewer's tasks; NOT_FOUND when it is absent or foreign. */
export async function readTask(ctx: Context, id: string): Promise<TaskRow> {
  const visible = visibleTasks(requireViewer(ctx));
  return TASKS.one(ctx.em, 'Task', sql`from task t where t.id = ${id} and ${visible}`);
}

/** The viewer's tasks by id, one statement for all that a request asks for at once. */
export const taskLoader = defineLoader<TaskRow>(
  async (ctx, ids) => {
    const rows = await TASKS.read(
      ctx.em,
      sql`
      from task t where t.id = any(${[...ids]}::uuid[]) and ${visibleTasks(requireViewer(ctx))}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  },
  { forViewer: true },
);

/** Tasks for the feed. */
export const feedTaskLoader = feedLoader<TaskRow>(
  TASKS,
  ({ id }) => id,
  sql`task t on t.id = wanted.id and t.project_id = wanted.project_id and t.deleted_at is null
    join project p on p.id = t.project_id and p.deleted_at is null`,
);

/** Is it a task of a project of the viewer's that is deleted? */
export async function isOfDeletedProject(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from task t join project p on p.id = t.project_id and p.deleted_at is not null
    join project_member m on m.project_id = t.project_id and ${isTheirs(requireViewer(ctx))}
    where t.id = ${id}`.execute(ctx.em.getKysely());
  return rows.length > 0;
}

/** The project of a task that is or was the viewer's; NOT_FOUND when absent or foreign. Deleted ones count: repeats ask. */
export async function projectOfTask(ctx: Context, id: string): Promise<string> {
  const theirs = sql`join project_member m on m.project_id = t.project_id and ${isTheirs(requireViewer(ctx))}`;
  const rest = sql`from task t ${theirs} where t.id = ${id}`;
  return (await TASKS.pick('projectId').one(ctx.em, 'Task', rest)).projectId;
}
