import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type TaskGrouping, TaskOrder } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { hasProjectFilter, NONE } from '../../contract/taskList.js';
import type { TaskFilter, TaskGroupsInput } from '../../contract/tasks.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, feedLoader, keyIn, type MaybePromise, personalLoader, wantedKeys } from '../request/loaders.js';
import { readNestedPage } from '../request/nestedPages.js';
import {
  ascending,
  descending,
  type ListQuery,
  type Order,
  type Page,
  type PageArgs,
  readPage,
} from '../request/page.js';
import { isInScope, type AccessScope } from '../request/program.js';
import { type Computed, entityRows, fieldNamesExcept, readById, type RowOf, Rows } from '../platform/database/rows.js';
import { columnIdSql } from '../columns/homeColumns.js';
import { visibleProjects } from '../projects/project.reads.js';
import { Task, TaskSchema } from './task.entity.js';
import {
  buildConditions,
  DUE_DAY,
  dueBefore,
  openBlockersOf,
  type FilterContext,
  overdueFor,
  readFilterContext,
  requireZoned,
  requiredZone,
} from './taskConditions.js';

const HIDDEN = ['folded', 'currentColumnId', 'watches', 'storedDay', 'dueDayTime', ...SOFT_DELETE_FIELDS] as const;

/** The fields that basic rows lack. Without them, as many programs read it, a list takes a tenth of the time. */
export const EXTRA: readonly string[] = [
  'columnId',
  'dueDay',
  'startDate',
  'parentId',
  'repeat',
  'seriesId',
  'occurrence',
] satisfies (keyof Task)[];

const NAMES = fieldNamesExcept(TaskSchema, ...HIDDEN, 'columnId', 'startDate');
const STORED = entityRows(TaskSchema, 't', NAMES).with({
  dueDay: sql<string | null>`${DUE_DAY}::text`,
  startDate: sql<string | null>`t.start_date::text`,
});
const BASIC = entityRows(
  TaskSchema,
  't',
  NAMES.filter((name) => !EXTRA.includes(name)),
);
const CURRENT_COLUMN = sql.raw<string>(columnIdSql('t'));

export const TASKS = STORED.with({ columnId: CURRENT_COLUMN });

// A list reads the stored column ids; only the rows of the page then get their current ones.
const LISTED = STORED.with({ columnId: sql<string>`t.column_id` });
const COLUMN_OF_LISTED = sql.raw<string>(
  columnIdSql('row', { id: '"columnId"', projectId: '"projectId"', status: 'status' }),
);

/**
 * A task as the API shows it. The counts are present only if the list's statement included them; otherwise loaders count on
 * demand.
 */
export type TaskRow = RowOf<typeof TASKS> & {
  commentCount?: number;
  checklistTotal?: number;
  checklistDone?: number;
  subtasksTotal?: number;
  subtasksDone?: number;
  openBlockers?: number;
  attachmentCount?: number;
  coverId?: string | null;
} & Partial<TaskKeyFields>;

interface TaskKeyFields {
  /** Null until the task has a number. */
  number: number | null;
  key: string | null;
}

/** Returns the row of a task that a command has loaded, or that was read. */
export const toTaskRow = (task: Task | TaskRow): TaskRow =>
  task instanceof Task ? { ...STORED.of(task), columnId: task.currentColumnId } : TASKS.of(task);

const commentCountLoader = defineLoader<number>(async (ctx, ids) => {
  const { rows } = await sql<{ taskId: string; count: number }>`
    ${PREPARABLE} select task_id as "taskId", count(*)::int as count from comment
    where task_id = any(${idArray(ids)}) and deleted_at is null group by task_id`.execute(ctx.em.getKysely());
  const counts = new Map(ids.map((id) => [id, 0]));
  for (const { taskId, count } of rows) counts.set(taskId, count);
  return counts;
});

/** Returns a number, not a promise, if the list has counted the comments. */
export const getCommentCount = (ctx: Context, { id, commentCount }: TaskRow): MaybePromise<number> =>
  commentCount ?? (commentCountLoader(ctx).load(id) as Promise<number>);

/** The number of checklist items or subtasks of a task, and of those that are done. */
export interface DoneCount {
  total: number;
  done: number;
}

const COUNT_ITEMS = sql`count(*)::int as total, count(*) filter (where done)::int as done`;

const checklistCountLoader = defineLoader<DoneCount>(async (ctx, ids) => {
  const { rows } = await sql<DoneCount & { taskId: string }>`
    ${PREPARABLE} select task_id as "taskId", ${COUNT_ITEMS} from checklist_item
    where task_id = any(${idArray(ids)}) and deleted_at is null group by task_id`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ taskId, ...count }) => [taskId, count]));
});

/** Returns the checklist count of a task, or loads it if the list did not include it. */
export const getChecklistCount = async (ctx: Context, { id }: TaskRow): Promise<DoneCount> =>
  (await checklistCountLoader(ctx).load(id)) ?? { total: 0, done: 0 };

const COUNT_SUBTASKS = sql`count(*)::int as total, count(*) filter (where s.status = 'DONE')::int as done`;

const subtaskCountLoader = defineLoader<DoneCount>(async (ctx, ids) => {
  const { rows } = await sql<DoneCount & { taskId: string }>`
    ${PREPARABLE} select s.parent_id as "taskId", ${COUNT_SUBTASKS} from task s
    where s.parent_id = any(${idArray(ids)}) and s.deleted_at is null group by s.parent_id`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ taskId, ...count }) => [taskId, count]));
});

/** Returns the subtask count of a task, or loads it if the list did not include it. */
export const getSubtaskCount = async (ctx: Context, { id }: TaskRow): Promise<DoneCount> =>
  (await subtaskCountLoader(ctx).load(id)) ?? { total: 0, done: 0 };

interface FileFacts {
  attachmentCount: number;
  /** The file that is shown on the task's card. */
  coverId: string | null;
}

/** SQL: aggregates over the rows of `attachment f`. */
const FILE_FACTS = sql`count(*)::int as "attachmentCount", (array_agg(f.id) filter (where f.is_cover))[1] as "coverId"`;

const fileFactsLoader = defineLoader<FileFacts>(async (ctx, ids) => {
  const { rows } = await sql<FileFacts & { taskId: string }>`
    ${PREPARABLE} select f.task_id as "taskId", ${FILE_FACTS} from attachment f
    where f.task_id = any(${idArray(ids)}) and f.deleted_at is null group by f.task_id`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ taskId, ...facts }) => [taskId, facts]));
});

/** Returns the facts about a task's files, or loads them if the list did not include them. */
export async function getFileFacts(ctx: Context, { id, attachmentCount, coverId }: TaskRow): Promise<FileFacts> {
  if (attachmentCount !== undefined && coverId !== undefined) return { attachmentCount, coverId };
  return (await fileFactsLoader(ctx).load(id)) ?? { attachmentCount: 0, coverId: null };
}

const blockerCountLoader = defineLoader<number>(async (ctx, ids) => {
  const { rows } = await sql<{ taskId: string; count: number }>`
    ${PREPARABLE} select wanted.id as "taskId", (select count(*)::int ${openBlockersOf(sql`wanted.id`)}) as count
    from unnest(${idArray(ids)}) as wanted(id)`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ taskId, count }) => [taskId, count]));
});

/** Returns a number, not a promise, if the list has counted the open blockers. */
export const getOpenBlockers = (ctx: Context, { id, openBlockers }: TaskRow): MaybePromise<number> =>
  openBlockers ?? (blockerCountLoader(ctx).load(id) as Promise<number>);

/** The number of a task and its key, from `task_number n` and `project p`. */
export const KEY_FIELDS = { number: sql<number | null>`n.number`, key: sql<string | null>`p.key || '-' || n.number` };

const taskKeyLoader = defineLoader<TaskKeyFields>(async (ctx, keys) => {
  const { rows } = await sql<TaskKeyFields & { projectId: string; id: string }>`
    ${PREPARABLE} select n.project_id as "projectId", n.task_id as id, ${new Rows(KEY_FIELDS).columns}
    from ${wantedKeys(keys)}
    join task_number n on n.task_id = wanted.id and n.project_id = wanted.project_id
    join project p on p.id = n.project_id`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ projectId, id, number, key }) => [keyIn(projectId, id), { number, key }]));
});

const NO_KEY: TaskKeyFields = { number: null, key: null };

/** Returns the number and the key of a task, or loads them if the list did not include them. */
export const getTaskKey = async (ctx: Context, { id, projectId }: TaskRow): Promise<TaskKeyFields> =>
  (await taskKeyLoader(ctx).load(keyIn(projectId, id))) ?? NO_KEY;

/** Computed fields that a list can include in its statement. */
export type Count = 'comments' | 'items' | 'subtasks' | 'blockers' | 'attachments' | 'keys';
export const COUNTS: readonly Count[] = ['comments', 'items', 'subtasks', 'blockers', 'attachments', 'keys'];

const COUNTED = {
  comments: {
    columns: {
      commentCount: sql<number>`(select count(*)::int from comment c where c.task_id = row.id and c.deleted_at is null)`,
    },
    beside: sql``,
  },
  items: {
    columns: { checklistTotal: sql<number>`items.total`, checklistDone: sql<number>`items.done` },
    beside: sql`cross join lateral (
      select ${COUNT_ITEMS} from checklist_item where task_id = row.id and deleted_at is null) items`,
  },
  subtasks: {
    columns: { subtasksTotal: sql<number>`subtasks.total`, subtasksDone: sql<number>`subtasks.done` },
    beside: sql`cross join lateral (
      select ${COUNT_SUBTASKS} from task s where s.parent_id = row.id and s.deleted_at is null) subtasks`,
  },
  blockers: {
    columns: { openBlockers: sql<number>`(select count(*)::int ${openBlockersOf(sql`row.id`)})` },
    beside: sql``,
  },
  attachments: {
    columns: { attachmentCount: sql<number>`files."attachmentCount"`, coverId: sql<string | null>`files."coverId"` },
    beside: sql`cross join lateral (
      select ${FILE_FACTS} from attachment f where f.task_id = row.id and f.deleted_at is null) files`,
  },
  keys: {
    columns: KEY_FIELDS,
    beside: sql`left join task_number n on n.task_id = row.id and n.project_id = row."projectId"
      left join project p on p.id = row."projectId"`,
  },
} satisfies Record<Count, { columns: Computed<Partial<TaskRow>>; beside: RawBuilder<unknown> }>;

type Fields = Pick<ListQuery<TaskRow>, 'rows' | 'ofPage'>;

/** Rows without computed fields are read by the list's statement alone. */
function buildFields(counts: readonly Count[], isBasic: boolean): Fields {
  // the query selects none of the fields that these rows lack
  const rows = isBasic ? (BASIC as Rows<TaskRow>) : LISTED;
  if (isBasic && counts.length === 0) return { rows };
  const columns = Object.assign({}, ...counts.map((count) => COUNTED[count].columns)) as Computed<Partial<TaskRow>>;
  const ofPage = {
    columns: new Rows(isBasic ? columns : { columnId: COLUMN_OF_LISTED, ...columns }).columns,
    beside: sql.join(
      counts.map((count) => COUNTED[count].beside),
      sql` `,
    ),
    toRow: rows.with(columns).toRow,
    tableOf: (found: readonly object[]) => {
      const all = (name: keyof TaskRow): string[] => found.map((row) => (row as TaskRow)[name] as string);
      const ids = sql`${idArray(all('id'))}, ${idArray(all('projectId'))}`;
      return isBasic
        ? sql`unnest(${ids}) as row(id, "projectId")`
        : sql`unnest(${ids}, (select ${all('status')}::task_status[]), ${idArray(all('columnId'))})
            as row(id, "projectId", status, "columnId")`;
    },
  };
  return { rows, ofPage };
}

const known = new Map<string, Fields>();

/** The fields of a list, built once for each combination. */
function listFields(counts: readonly Count[] = [], isBasic = false): Fields {
  const key = `${isBasic ? 'basic' : 'all'} ${String(counts)}`;
  const fields = known.get(key) ?? buildFields(counts, isBasic);
  known.set(key, fields);
  return fields;
}

/** The fields that a list includes in its rows. */
export interface TaskListFields {
  counts?: readonly Count[] | undefined;
  /** The rows lack the fields in `EXTRA`. */
  isBasic?: boolean | undefined;
}

/** SQL condition: `task t` is not deleted and in one of the viewer's projects. */
const visibleTasks = (viewer: AccessScope): RawBuilder<unknown> =>
  sql`t.deleted_at is null and t.project_id = any(array(${visibleProjects(viewer)}))`;

const bothDirections = (name: string, by: RawBuilder<unknown>, type: string) => [
  ascending(`${name}_ASC`, type, by, sql`t.id`),
  descending(`${name}_DESC`, type, by, sql`t.id`),
];

/** Tasks without a date come last in both directions, so each direction has its own expression. */
const byDate = (name: string, column: RawBuilder<unknown>) => [
  ascending(`${name}_ASC`, 'timestamptz', sql`coalesce(${column}, 'infinity'::timestamptz)`, sql`t.id`),
  descending(`${name}_DESC`, 'timestamptz', sql`coalesce(${column}, '-infinity'::timestamptz)`, sql`t.id`),
];

/** Each order has an index with the project. `contract/taskList.ts` defines the same orders for the client. */
export const ORDERS = Object.fromEntries(
  [
    ...bothDirections('CREATED', sql`t.created_at`, 'timestamptz'),
    ...bothDirections('UPDATED', sql`t.updated_at`, 'timestamptz'),
    ...byDate('DUE', sql`t.due_date`),
    ...bothDirections('PRIORITY', sql`t.priority`, 'task_priority'),
    ...bothDirections('TITLE', sql`left(split_part(t.folded, E'\\n', 1), ${sql.lit(LIMITS.taskTitleMax)})`, 'text'),
    ...byDate('COMPLETED', sql`t.completed_at`),
    ascending(TaskOrder.RANK_ASC, 'text', sql`t.rank`, sql`t.id`),
  ].map((it) => [it.name, it]),
) as Record<TaskOrder, Order>;

/**
 * Returns whether the best plan is the same for all values of the filter. This is so for all tasks, the tasks of a
 * project, and a column of the board, which has its own index.
 */
function isPreparable(filter: TaskFilter, orderBy: TaskOrder): boolean {
  const { projectId: _, statuses, ...others } = filter;
  if (Object.values(others).some((value) => value != null)) return false;
  return statuses == null || (statuses.length === 1 && orderBy === TaskOrder.RANK_ASC);
}

/** Restricts to the filter's project ids, if it has any. */
function restrictToNamed(id: RawBuilder<unknown>, { projectId, projectIds }: TaskFilter): RawBuilder<unknown> {
  const one = projectId ? sql`and ${id} = ${projectId}` : sql``;
  return projectIds?.length ? sql`${one} and ${id} = any(${projectIds}::uuid[])` : one;
}

/**
 * Selects the viewer's projects as `mine`. If the filter names no project, excludes templates, and archived projects
 * unless the filter includes them.
 */
const selectProjects = (viewer: AccessScope, filter: TaskFilter): RawBuilder<unknown> => {
  const isNamed = hasProjectFilter(filter);
  const archived = filter.archived ?? (isNamed ? null : false);
  const counted = isNamed ? sql`` : sql`and not p.is_template`;
  return sql`(${visibleProjects(viewer)} ${restrictToNamed(sql`m.project_id`, filter)} ${restrictToArchived(archived)} ${counted}) mine`;
};

/** Restricts `project p` to archived or unarchived ones; null allows both. */
function restrictToArchived(archived: boolean | null): RawBuilder<unknown> {
  if (archived === null) return sql``;
  return archived ? sql`and p.archived_at is not null` : sql`and p.archived_at is null`;
}

const matchInProject = (
  projectId: RawBuilder<unknown>,
  filter: TaskFilter,
  filterContext: FilterContext,
): RawBuilder<unknown> =>
  sql.join(
    [sql`t.project_id = ${projectId} and t.deleted_at is null`, ...buildConditions(filter, filterContext)],
    sql` and `,
  );

const matchInProjects = (filter: TaskFilter, filterContext: FilterContext) =>
  matchInProject(sql`mine.project_id`, filter, filterContext);

const filterContexts = personalLoader(() => new Map<string, Promise<FilterContext>>());

/** Reads the context once for all lists of a request. */
function getFilterContext(ctx: Context, filter: TaskFilter): Promise<FilterContext> {
  const known = filterContexts(ctx);
  const key = requiredZone(filter) ?? 'none';
  const found = known.get(key) ?? readFilterContext(ctx.em, requireViewer(ctx).userId, ctx.resources.now(), filter);
  known.set(key, found);
  return found;
}

export async function readTasks(
  ctx: Context,
  filter: TaskFilter,
  orderBy: TaskOrder,
  { counts, isBasic, ...args }: PageArgs & TaskListFields,
): Promise<Page<TaskRow>> {
  return readPage<TaskRow>(
    ctx,
    {
      ...listFields(counts, isBasic),
      // Project by project: otherwise the planner mistakes frequent words for rare ones and scans the tasks of all users.
      parts: selectProjects(requireViewer(ctx), filter),
      isPreparable: isPreparable(filter, orderBy),
      from: sql`task t`,
      where: matchInProjects(filter, await getFilterContext(ctx, filter)),
      order: ORDERS[orderBy],
    },
    args,
  );
}

/** Reads a page of a project's tasks. The caller must have checked access to the project. */
export async function readTasksOfProject(
  ctx: Context,
  projectId: string,
  filter: TaskFilter,
  orderBy: TaskOrder,
  args: PageArgs,
): Promise<Page<TaskRow>> {
  const isNamed = sql`true ${restrictToNamed(sql`parent.id`, filter)}`;
  const { archived } = filter;
  const isIn =
    archived == null
      ? isNamed
      : sql`${isNamed} and exists (select 1 from project p where p.id = parent.id ${restrictToArchived(archived)})`;
  const query = {
    rows: TASKS,
    from: sql`task t`,
    where: sql`${isIn} and ${matchInProject(sql`parent.id`, filter, await getFilterContext(ctx, filter))}`,
    order: ORDERS[orderBy],
    longText: 'description',
  };
  const key = JSON.stringify(['tasks', filter, orderBy]);
  return readNestedPage<TaskRow>(ctx, { key, query }, { projectId, id: projectId }, args);
}

/** Reads the ids of the viewer's matching tasks, grouped by project; at most `limit`. */
export async function readMatchingIds(
  em: EntityManager,
  viewer: AccessScope,
  { filter, except, now, limit }: { filter: TaskFilter; except: readonly string[]; now: Date; limit: number },
): Promise<string[]> {
  const where = matchInProjects(filter, await readFilterContext(em, viewer.userId, now, filter));
  const { rows } = await sql<{ id: string }>`
    select t.id
    from ${selectProjects(viewer, filter)} join task t on ${where}
    where t.id <> all(${[...except]}::uuid[])
    order by t.project_id, t.created_at, t.id limit ${limit}`.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

export interface TaskGroupRow {
  /** A status, a column, project or user id, `none`, or a due group. */
  key: string;
  count: number;
  groupBy: TaskGrouping;
}

/** Groups due dates by the viewer's days. EARLIER is a DONE task that was due before today. */
const dueKey = (context: FilterContext): RawBuilder<unknown> => {
  const { days } = requireZoned(context);
  return sql`case
    when t.due_date is null then 'NONE'
    when ${overdueFor(context)} then 'OVERDUE'
    when ${dueBefore(days.today)} then 'EARLIER'
    when ${dueBefore(days.tomorrow)} then 'TODAY'
    when ${dueBefore(days.nextWeek)} then 'WEEK'
    else 'LATER' end`;
};

const GROUP_KEYS: Record<TaskGrouping, (filterContext: FilterContext) => RawBuilder<unknown>> = {
  STATUS: () => sql`t.status::text`,
  COLUMN: () => sql`${CURRENT_COLUMN}::text`,
  PROJECT: () => sql`t.project_id::text`,
  ASSIGNEE: () => sql`coalesce(t.assignee_id::text, ${sql.lit(NONE)})`,
  DUE: dueKey,
};

/** Counts the viewer's matching tasks by group; without empty groups, in no order. */
export async function readTaskGroups(
  ctx: Context,
  filter: TaskFilter,
  { groupBy, timeZone }: TaskGroupsInput,
): Promise<TaskGroupRow[]> {
  const viewer = requireViewer(ctx);
  const now = ctx.resources.now();
  const here = await readFilterContext(ctx.em, viewer.userId, now, filter);
  // The groups can use another time zone than the filter.
  const ofGroups = { due: 'TODAY', timeZone: timeZone ?? filter.timeZone ?? null } as const;
  const key = GROUP_KEYS[groupBy](
    groupBy === 'DUE' ? await readFilterContext(ctx.em, viewer.userId, now, ofGroups) : here,
  );
  const tasks = sql`from task t where ${matchInProjects(filter, here)}`;
  // The column is determined once for all tasks with the same stored column.
  const counted =
    groupBy === 'COLUMN'
      ? sql`sum(t.count)::int as count from (
          select t.project_id, t.status, t.column_id, count(*) as count ${tasks} group by 1, 2, 3) t`
      : sql`count(*) as count ${tasks}`;
  const { rows } = await sql<{ key: string; count: number }>`
    select part.key, sum(part.count)::int as count
    from ${selectProjects(viewer, filter)} cross join lateral (
      select ${key} as key, ${counted} group by 1 offset 0
    ) part
    group by part.key`.execute(ctx.em.getKysely());
  return rows.map((row) => ({ ...row, groupBy }));
}

/** Throws NOT_FOUND if the task is absent or not visible to the viewer. */
export async function readTask(ctx: Context, id: string): Promise<TaskRow> {
  const visible = visibleTasks(requireViewer(ctx));
  return TASKS.one(ctx.em, 'Task', sql`from task t where t.id = ${id} and ${visible}`);
}

export const taskLoader = defineLoader<TaskRow>(
  (ctx, ids) => {
    const rest = sql`from task t where t.id = any(${[...ids]}::uuid[]) and ${visibleTasks(requireViewer(ctx))}`;
    return readById<TaskRow>(TASKS, ctx.em, rest);
  },
  { forViewer: true },
);

export const feedTaskLoader = feedLoader<TaskRow>(
  TASKS,
  ({ id }) => id,
  sql`task t on t.id = wanted.id and t.project_id = wanted.project_id and t.deleted_at is null
    join project p on p.id = t.project_id and p.deleted_at is null`,
);

export async function isInDeletedProject(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from task t join project p on p.id = t.project_id and p.deleted_at is not null
    join project_member m on m.project_id = t.project_id and ${isInScope(requireViewer(ctx))}
    where t.id = ${id}`.execute(ctx.em.getKysely());
  return rows.length > 0;
}

/**
 * Throws NOT_FOUND if the task does not exist or the viewer cannot see its project. Finds deleted tasks as well,
 * because a repeated request can name one.
 */
export async function readTaskProjectId(ctx: Context, id: string): Promise<string> {
  const member = sql`join project_member m on m.project_id = t.project_id and ${isInScope(requireViewer(ctx))}`;
  const rest = sql`from task t ${member} where t.id = ${id}`;
  return (await TASKS.pick('projectId').one(ctx.em, 'Task', rest)).projectId;
}
