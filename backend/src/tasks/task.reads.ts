import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { TaskOrder } from '../../contract/enums.js';
import { searchWords } from '../../contract/fold.js';
import { LIMITS } from '../../contract/limits.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { TOMBSTONE } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader, feedLoader, type MaybePromise } from '../kernel/loaders.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { isTheirs, type Reach } from '../kernel/program.js';
import { entityRows, fieldsBut, type RowOf, Rows } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { TaskSchema } from './task.entity.js';

/** A task as the API shows one. */
export const TASKS = entityRows(TaskSchema, 't', fieldsBut(TaskSchema, 'folded', ...TOMBSTONE));

/** The same, and how many comments it has, where its list was asked for it; others are counted when somebody asks. */
export type TaskRow = RowOf<typeof TASKS> & { commentCount?: number };

/** How many comments tasks have, one statement for all that a request asks for at once. */
const commentCountLoader = defineLoader<number>(async (ctx, ids) => {
  const { rows } = await sql<{ taskId: string; count: number }>`
    select task_id as "taskId", count(*)::int as count from comment
    where task_id = any(${[...ids]}::uuid[]) and deleted_at is null group by task_id`.execute(ctx.em.getKysely());
  const counts = new Map(ids.map((id) => [id, 0]));
  for (const { taskId, count } of rows) counts.set(taskId, count);
  return counts;
});

/** How many comments a task has: at once where its list has counted them. */
export const commentCountOf = (ctx: Context, { id, commentCount }: TaskRow): MaybePromise<number> =>
  commentCount ?? (commentCountLoader(ctx).load(id) as Promise<number>);

/** The same as a list counts them. */
const COUNTED = new Rows<Pick<TaskRow, 'commentCount'>>({
  commentCount: sql<number>`(select count(*)::int from comment c where c.task_id = row.id and c.deleted_at is null)`,
});

/** What the viewer may see of `task t`: what is not deleted, in their own projects. */
export const visibleTasks = (viewer: Reach): RawBuilder<unknown> =>
  sql`t.deleted_at is null and t.project_id = any(array(${visibleProjects(viewer)}))`;

/** Late: due in the past and not done. The one rule for every list, number and label. */
export const overdue = (now: Date): RawBuilder<unknown> => sql`t.due_date < ${now} and t.status <> 'DONE'`;

const order = (name: TaskOrder, by: RawBuilder<unknown>, type: string, descending: boolean): Order => ({
  name,
  by,
  type,
  id: sql`t.id`,
  descending,
});

/** Each has an index over project and order. What they mean, `contract/taskList.ts` says to the app. */
const ORDERS: Record<TaskOrder, Order> = {
  CREATED_DESC: order(TaskOrder.CREATED_DESC, sql`t.created_at`, 'timestamptz', true),
  CREATED_ASC: order(TaskOrder.CREATED_ASC, sql`t.created_at`, 'timestamptz', false),
  UPDATED_DESC: order(TaskOrder.UPDATED_DESC, sql`t.updated_at`, 'timestamptz', true),
  // tasks without a due date come last
  DUE_ASC: order(TaskOrder.DUE_ASC, sql`coalesce(t.due_date, 'infinity'::timestamptz)`, 'timestamptz', false),
  PRIORITY_DESC: order(TaskOrder.PRIORITY_DESC, sql`t.priority`, 'task_priority', true),
  TITLE_ASC: order(
    TaskOrder.TITLE_ASC,
    sql`left(split_part(t.folded, E'\\n', 1), ${sql.lit(LIMITS.taskTitleMax)})`,
    'text',
    false,
  ),
  RANK_ASC: order(TaskOrder.RANK_ASC, sql`t.rank`, 'text', false),
};

/** So many words of a search are looked up in the index; more would read long lists of frequent ones to no use. */
const LOOKED_UP = 3;

/** Each word is somewhere in the folded text; the longest, which are the rarest, are looked up. All characters mean themselves. */
const hasWords = (words: readonly string[]): RawBuilder<unknown>[] =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word, place) =>
      place < LOOKED_UP
        ? sql`t.folded like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`
        : sql`strpos(t.folded, ${word}) > 0`,
    );

/** One of these; a single one leaves rows of an index in their order. */
const oneOf = (column: RawBuilder<unknown>, values: readonly string[], type: RawBuilder<unknown>) =>
  values.length === 1 ? sql`${column} = ${values[0]}::${type}` : sql`${column} = any(${[...values]}::${type}[])`;

/** What a filter means; `contract/taskList.ts` says the same to the app, and a test holds the two together. */
function conditions(filter: TaskFilter, now: Date): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  if (filter.statuses) all.push(oneOf(sql`t.status`, filter.statuses, sql`task_status`));
  if (filter.priorities) all.push(oneOf(sql`t.priority`, filter.priorities, sql`task_priority`));
  if (filter.assigneeId) all.push(sql`t.assignee_id = ${filter.assigneeId}`);
  if (filter.involving) all.push(sql`(t.creator_id = ${filter.involving} or t.assignee_id = ${filter.involving})`);
  if (filter.tag) all.push(sql`${filter.tag} = any(t.tags)`);
  if (filter.overdue === true) all.push(overdue(now));
  if (filter.overdue === false) all.push(sql`(${overdue(now)}) is not true`);
  if (filter.dueFrom) all.push(sql`t.due_date >= ${filter.dueFrom}`);
  if (filter.dueTo) all.push(sql`t.due_date < ${filter.dueTo}`);
  if (filter.search) all.push(...hasWords(searchWords(filter.search)));
  return all;
}

/** `mine`: the viewer's projects, or the one that the filter names. */
const projectsOf = (viewer: Reach, { projectId }: TaskFilter): RawBuilder<unknown> =>
  sql`(${visibleProjects(viewer)} ${projectId ? sql`and m.project_id = ${projectId}` : sql``}) mine`;

/** The tasks of `mine` that a filter lets through. */
const matching = (filter: TaskFilter, now: Date): RawBuilder<unknown> =>
  sql.join([sql`t.project_id = mine.project_id and t.deleted_at is null`, ...conditions(filter, now)], sql` and `);

/** A page of the viewer's tasks. */
export function readTasks(
  ctx: Context,
  filter: TaskFilter,
  orderBy: TaskOrder,
  { withCommentCount, ...args }: PageArgs & { withCommentCount?: boolean | undefined },
): Promise<Page<TaskRow>> {
  return readPage<TaskRow>(
    ctx,
    {
      rows: TASKS,
      ofPage: withCommentCount ? COUNTED : undefined,
      // project by project: left to itself the planner takes a frequent word for a rare one and reads everybody's tasks
      parts: projectsOf(requireViewer(ctx), filter),
      from: sql`task t`,
      where: matching(filter, ctx.resources.now()),
      order: ORDERS[orderBy],
    },
    args,
  );
}

/** Which of the viewer's tasks a filter lets through, those of a project together; at most so many. */
export async function readMatchingIds(
  em: EntityManager,
  viewer: Reach,
  { filter, except, now, limit }: { filter: TaskFilter; except: readonly string[]; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id
    from ${projectsOf(viewer, filter)} join task t on ${matching(filter, now)}
    where t.id <> all(${[...except]}::uuid[])
    order by t.project_id, t.created_at, t.id limit ${limit}`.execute(em.getKysely());
  return rows.map(({ id }) => id);
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

/** The project of a task that is or was the viewer's; NOT_FOUND when absent or foreign. Deleted ones count: repeats ask. */
export async function projectOfTask(ctx: Context, id: string): Promise<string> {
  const theirs = sql`join project_member m on m.project_id = t.project_id and ${isTheirs(requireViewer(ctx))}`;
  const rest = sql`from task t ${theirs} where t.id = ${id}`;
  return (await TASKS.pick('projectId').one(ctx.em, 'Task', rest)).projectId;
}
