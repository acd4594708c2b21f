import { type RawBuilder, sql } from 'kysely';
import { type Change, MOVED } from '../kernel/changeLog.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { type NestedList, type Parent, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';

/** The task that a line is about: a comment and an item of a checklist are about theirs. */
const TASK_ID = sql`case c.entity when 'task' then c.entity_id when 'comment' then k.task_id when 'checklist_item' then i.task_id end`;

/** What a task that has gone into another project was called when it left: its present name is nobody's here to know. */
const LAST_TITLE = sql`(
  select l.fields #>> '{title,0}' from change l
  where l.entity_id = ${TASK_ID} and l.project_id = c.project_id and l.action = 'deleted' and l.fields ? 'projectId'
  order by l.revision desc limit 1)`;

/** What a line is about, by its present name; null when that was purged. */
export const HISTORY_SUBJECT: RawBuilder<string | null> = sql`coalesce(
  t.title, a.first_name || ' ' || a.last_name, p.name, ${LAST_TITLE})`;

/** One line of a project's log, as history shows it. */
export const HISTORY_LINES = new Rows({
  projectId: sql<string>`c.project_id`,
  revision: sql<number>`c.revision`,
  n: sql<number>`c.n`,
  entity: sql<string>`c.entity`,
  entityId: sql<string>`c.entity_id`,
  action: sql<Change['action']>`c.action`,
  fields: sql<Change['fields']>`c.fields`,
  actorId: sql<string>`c.actor_id`,
  at: time(sql`c.at`),
  undoOf: sql<number[] | null>`c.undo_of`,
  subject: HISTORY_SUBJECT,
  // what an item of a checklist says now, as far as it is in that project still
  itemText: sql<string | null>`case when i.project_id = c.project_id then i.text end`,
  // what the comment says now, while that is there and in that project
  commentText: sql<string | null>`case when k.project_id = c.project_id and k.deleted_at is null then k.text end`,
  // the task that it is about, while that is there
  taskId: sql<string | null>`case when t.deleted_at is null then t.id end`,
});
export type HistoryRow = RowOf<typeof HISTORY_LINES>;

/** The log, and what its lines are about, as far as it is in their project still. A count needs none of these joins. */
export const HISTORY_FROM: RawBuilder<unknown> = sql`change c
  left join comment k on c.entity = 'comment' and k.id = c.entity_id
  left join checklist_item i on c.entity = 'checklist_item' and i.id = c.entity_id
  left join task t on t.id = ${TASK_ID} and t.project_id = c.project_id
  left join account a on c.entity = 'member' and a.id = c.entity_id
  left join project p on c.entity = 'project' and p.id = c.entity_id`;

const NEWEST: Order = {
  name: 'REVISION',
  by: sql`c.revision`,
  type: 'int',
  id: sql`c.n`,
  idName: 'n',
  idType: 'int',
  descending: true,
};

/** What the log tells people: where a card stands among others (its rank) is bookkeeping. */
export const HISTORY_SHOWN: RawBuilder<unknown> = sql`(c.action <> 'updated' or c.fields - 'rank' <> '{}')
  and c.because is distinct from 'respaced'`;

const linesOf = (key: string, where: RawBuilder<unknown>): NestedList<HistoryRow> => ({
  key,
  query: { rows: HISTORY_LINES, from: HISTORY_FROM, where: sql`${where} and ${HISTORY_SHOWN}`, order: NEWEST },
});

/** What happened to a task and its checklist; that it came from another project is told once, where it came to. */
const ofTask = (ctx: Context): NestedList<HistoryRow> =>
  linesOf(
    'history',
    sql`c.entity_id = any(array(select parent.id union all select i.id from checklist_item i where i.task_id = parent.id))
      and c.project_id = any(array(${visibleProjects(requireViewer(ctx))}))
      and (c.because is distinct from 'cascade' or c.entity = 'task') and not (${MOVED} and c.action = 'deleted')`,
  );
const ACTIVITY = linesOf('activity', sql`c.project_id = parent.id and c.because is null`);

/**
 * What happened to a task that the caller has already found visible, newest first; what happened in other projects, where it
 * was before, only if the viewer may read those.
 */
export const readTaskHistory = (ctx: Context, { projectId, id }: Parent, args: PageArgs): Promise<Page<HistoryRow>> =>
  readNestedPage(ctx, ofTask(ctx), { projectId, id }, args);

/** What was done in a project that the caller has already found visible, newest first; not all that came of it. */
export const readActivity = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<HistoryRow>> =>
  readNestedPage(ctx, ACTIVITY, { projectId, id: projectId }, args);
