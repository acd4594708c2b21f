import { type RawBuilder, sql } from 'kysely';
import { columnNamesSql } from '../columns/homeColumns.js';
import { type Change, type KindName, MOVED } from '../write/changeLog.js';
import { type Context, requireViewer } from '../request/context.js';
import { type NestedList, type Parent, readNestedPage } from '../request/nestedPages.js';
import { descending, type ListQuery, type Page, type PageArgs } from '../request/page.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { HISTORY_RELATION, HISTORY_TEXTS, JOINS, NAME, TASK_ID, WITH_PARTS } from './kinds.js';

/** The last title in this project of a task that moved to another one. Members here may not see its present title. */
const LAST_TITLE = sql`(
  select l.fields #>> '{title,0}' from change l
  where l.entity_id = ${TASK_ID} and l.project_id = c.project_id and l.action = 'deleted' and l.fields ? 'projectId'
  order by l.revision desc limit 1)`;

/** The current name of the object; null if it was purged. */
export const HISTORY_SUBJECT: RawBuilder<string | null> = sql`coalesce(
  t.title, ${NAME}, ${LAST_TITLE})`;

export const HISTORY_LINES = new Rows({
  projectId: sql<string>`c.project_id`,
  revision: sql<number>`c.revision`,
  n: sql<number>`c.n`,
  entity: sql<KindName>`c.entity`,
  entityId: sql<string>`c.entity_id`,
  action: sql<Change['action']>`c.action`,
  fields: sql<Change['fields']>`c.fields`,
  actorId: sql<string>`c.actor_id`,
  at: time(sql`c.at`),
  undoOf: sql<number[] | null>`c.undo_of`,
  subject: HISTORY_SUBJECT,
  ...HISTORY_TEXTS,
  relation: HISTORY_RELATION,
  columnNames: sql.raw<string[] | null>(columnNamesSql),
  taskId: sql<string | null>`case when t.deleted_at is null then t.id end`,
});
export type HistoryRow = RowOf<typeof HISTORY_LINES>;

/** The log with its objects, if they are still in the project of the line. A count needs none of these joins. */
export const HISTORY_FROM: RawBuilder<unknown> = sql`change c
  ${JOINS}
  left join task t on t.id = ${TASK_ID} and t.project_id = c.project_id`;

/** Lines of the log, newest first. Those of one revision are of one project. */
export const NEWEST = descending('REVISION', 'int', sql`c.revision`, sql`c.n`, { idName: 'n', idType: 'int' });

/** Hides lines that only change a rank. */
export const HISTORY_SHOWN: RawBuilder<unknown> = sql`(c.action <> 'updated' or c.fields - 'rank' <> '{}')
  and c.because is distinct from 'respaced'`;

/** Hides lines of change sets that were undone, and of undos. Older lines, which have no mark, are shown. */
export const IN_FORCE: RawBuilder<unknown> = sql`(c.undone is null or not c.undone and c.undo_of is null)`;

type Ordered = Pick<ListQuery<HistoryRow>, 'rows' | 'order'>;

/** An undo of a move has one revision in both projects, so their lines can have the same revision and number. */
const PLACE = sql<string>`(lpad(c.n::text, 10, '0') || c.project_id)`;
const OF_SEVERAL_PROJECTS: Ordered = {
  rows: HISTORY_LINES.with({ id: PLACE }),
  order: descending('REVISION_PLACE', 'int', sql`c.revision`, PLACE, { idType: 'text' }),
};
const OF_ONE_PROJECT: Ordered = { rows: HISTORY_LINES, order: NEWEST };

const historyList = (key: string, where: RawBuilder<unknown>, ordered: Ordered): NestedList<HistoryRow> => ({
  key,
  query: {
    ...ordered,
    from: HISTORY_FROM,
    where: sql`${where} and ${HISTORY_SHOWN}`,
    isPreparable: true,
  },
});

/**
 * The history of a task, its checklist, relations and files. A move between projects is shown once, in the new
 * project.
 */
const taskHistory = (ctx: Context): NestedList<HistoryRow> =>
  historyList(
    'history',
    sql`c.entity_id = any(array(${WITH_PARTS}))
      and c.project_id = any(array(${visibleProjects(requireViewer(ctx))}))
      and (c.because is distinct from 'cascade' or c.entity = 'task') and not (${MOVED} and c.action = 'deleted')`,
    OF_SEVERAL_PROJECTS,
  );
const ACTIVITY = historyList(
  'activity',
  sql`c.project_id = parent.id and c.because is null and ${IN_FORCE}`,
  OF_ONE_PROJECT,
);

/**
 * Returns the history of a task, newest first. Includes lines of former projects only if the viewer may read those
 * projects. The caller must have checked that the task is visible.
 */
export const readTaskHistory = (ctx: Context, { projectId, id }: Parent, args: PageArgs): Promise<Page<HistoryRow>> =>
  readNestedPage(ctx, taskHistory(ctx), { projectId, id }, args);

/**
 * Returns the activity in a project, newest first, without consequences of other changes and without undone changes.
 * The caller must have checked that the project is visible.
 */
export const readActivity = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<HistoryRow>> =>
  readNestedPage(ctx, ACTIVITY, { projectId, id: projectId }, args);
