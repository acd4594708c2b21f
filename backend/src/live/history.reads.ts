import { type RawBuilder, sql } from 'kysely';
import type { Change } from '../kernel/changeLog.js';
import type { Context } from '../kernel/context.js';
import { type NestedList, type Parent, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';

/** A line of the log, as history shows it. */
export interface HistoryRow extends Change {
  revision: number;
  n: number;
  actorId: string;
  at: Date;
  /** What it is about, by its present name; null when that is gone for good. */
  subject: string | null;
  /** The task that it is about, while that is there. */
  taskId: string | null;
}

interface Raw {
  id: number;
  projectId: string;
  revision: number;
  entity: string;
  entityId: string;
  action: Change['action'];
  fields: HistoryRow['fields'];
  actorId: string;
  at: string;
  subject: string | null;
  taskId: string | null;
}

const COLUMNS: RawBuilder<unknown> = sql`c.n as id, c.project_id as "projectId", c.revision, c.entity,
  c.entity_id as "entityId", c.action, c.fields, c.actor_id as "actorId", c.at,
  coalesce(t.title, a.first_name || ' ' || a.last_name, p.name) as subject,
  case when t.deleted_at is null then t.id end as "taskId"`;

/** The log, and what its lines are about: a comment is about its task. A count needs none of these joins. */
const LINES: RawBuilder<unknown> = sql`change c
  left join comment k on c.entity = 'comment' and k.id = c.entity_id and k.project_id = c.project_id
  left join task t on t.id = case c.entity when 'task' then c.entity_id when 'comment' then k.task_id end
    and t.project_id = c.project_id
  left join account a on c.entity = 'member' and a.id = c.entity_id
  left join project p on c.entity = 'project' and p.id = c.entity_id`;

const NEWEST: Order = {
  name: 'REVISION',
  by: sql`c.revision`,
  type: 'int',
  id: sql`c.n`,
  idType: 'int',
  descending: true,
};

/** What the log tells people: where a card stands among others (its rank) is bookkeeping. */
const SHOWN: RawBuilder<unknown> = sql`(c.action <> 'updated' or c.fields - 'rank' <> '{}')
  and c.because is distinct from 'respaced'`;

const linesOf = (key: string, where: RawBuilder<unknown>): NestedList => ({
  key,
  query: { select: COLUMNS, from: LINES, where: sql`${where} and ${SHOWN}`, order: NEWEST },
});

const HISTORY = linesOf('history', sql`c.project_id = parent.project_id and c.entity_id = parent.id`);
const ACTIVITY = linesOf('activity', sql`c.project_id = parent.id and c.because is null`);

const readLines = (ctx: Context, list: NestedList, parent: Parent, args: PageArgs): Promise<Page<HistoryRow>> =>
  readNestedPage(ctx, list, parent, args, (row) => {
    const raw = row as unknown as Raw;
    return { ...raw, n: raw.id, at: new Date(raw.at) };
  });

/** What happened to a task that the caller has already found visible, newest first. */
export const readTaskHistory = (
  ctx: Context,
  projectId: string,
  taskId: string,
  args: PageArgs,
): Promise<Page<HistoryRow>> => readLines(ctx, HISTORY, { projectId, id: taskId }, args);

/** What was done in a project that the caller has already found visible, newest first; not all that came of it. */
export const readActivity = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<HistoryRow>> =>
  readLines(ctx, ACTIVITY, { projectId, id: projectId }, args);
