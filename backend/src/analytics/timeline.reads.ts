import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRevision } from './projectCache.js';
import type { DoneTask, ProjectLog, TaskLine, TaskNow } from './timeline.js';

type Row = { projectId: string; taskId: string | null; revision: number } & (
  | ({ action: string } & TaskLine)
  | ({ action: null } & TaskNow)
);

const milliseconds = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`round(date_part('epoch', ${at}) * 1000)`;

/** Selects what a log line says about a task's creation, deletion, status or assignee. */
const LINE = sql`c.project_id as "projectId", c.entity_id as "taskId", c.revision, c.n, ${milliseconds(sql`c.at`)} as at,
  c.action, c.fields ? 'projectId' as moves, c.fields #>> '{status,0}' as "statusBefore",
  c.fields #>> '{assigneeId,0}' as "assigneeBefore", c.fields #>> '{assigneeId,1}' as "assigneeAfter",
  null::task_status as status, null::uuid as "assigneeId", null::bool as "isDeleted"`;
const NO_LINE = sql`null::int, null::float8, null, null::bool, null, null, null`;
const IS_RELEVANT = sql`c.entity = 'task' and (c.action <> 'updated' or c.fields ?| '{status,assigneeId}')`;

/** Reads log lines, tasks and project revisions in one statement, so that they are consistent. */
async function readLog(
  em: EntityManager,
  ids: readonly string[],
  lines: RawBuilder<unknown>,
  tasks: RawBuilder<unknown>,
): Promise<Map<string, ProjectLog>> {
  const { rows } = await sql<Row>`
    with line as materialized (select ${LINE} ${lines})
    select * from line
    union all
    select t.project_id, t.id, null, ${NO_LINE}, t.status, t.assignee_id, t.deleted_at is not null from task t
    where t.project_id = any(${[...ids]}::uuid[]) ${tasks}
    union all
    select p.id, null, p.revision, ${NO_LINE}, null, null, null from project p
    where p.id = any(${[...ids]}::uuid[])`.execute(em.getKysely());
  const all = new Map(ids.map((id): [string, ProjectLog] => [id, { revision: 0, lines: [], tasks: new Map() }]));
  for (const row of rows) {
    const log = all.get(row.projectId);
    if (!log) continue;
    if (row.taskId === null) log.revision = row.revision;
    else if (row.action === null) log.tasks.set(row.taskId, row);
    else log.lines.push(row);
  }
  return all;
}

/**
 * Reads the lines since a time, and all tasks. The condition matches two indexes of the log, which PostgreSQL combines
 * to read each page once and in order.
 */
export const readLogSince = (
  em: EntityManager,
  ids: readonly string[],
  since: number,
): Promise<Map<string, ProjectLog>> =>
  readLog(
    em,
    ids,
    sql`from change c
      where c.project_id = any(${[...ids]}::uuid[]) and c.at >= ${new Date(since)} and ${IS_RELEVANT}
        and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated'
          or (c.action = 'updated' and c.fields ? 'assigneeId'))`,
    sql``,
  );

/** Reads the lines after each project's revision, and their tasks. */
export const readLogAfter = (
  em: EntityManager,
  projects: readonly ProjectRevision[],
): Promise<Map<string, ProjectLog>> =>
  readLog(
    em,
    projects.map(({ id }) => id),
    sql`from unnest(${projects.map(({ id }) => id)}::uuid[], ${projects.map(({ revision }) => revision)}::int[])
        as known(id, revision)
      join change c on c.project_id = known.id and c.revision > known.revision and ${IS_RELEVANT}`,
    sql`and t.id in (select "taskId" from line)`,
  );

/** Returns done tasks that were completed since a time; only `taskIds`, if given. */
export async function readDone(
  em: EntityManager,
  ids: readonly string[],
  since: number,
  taskIds?: readonly string[],
): Promise<Map<string, Map<string, DoneTask>>> {
  const started = sql`from change c where c.entity_id = t.id and c.entity = 'task'
    and c.fields #>> '{status,1}' = 'IN_PROGRESS' and c.at <= t.completed_at`;
  const { rows } = await sql<DoneTask & { projectId: string; id: string }>`
    select t.project_id as "projectId", t.id, ${milliseconds(sql`t.completed_at`)} as at, t.assignee_id as "assigneeId",
      ${milliseconds(sql`t.created_at`)} as "createdAt", ${milliseconds(sql`log.started_at`)} as "startedAt",
      case when log.elsewhere then (
        select jsonb_object_agg(project_id, ${milliseconds(sql`at`)}) from (
          select c.project_id, min(c.at) as at ${started} and c.project_id <> t.project_id group by c.project_id) other)
        end as "startedElsewhere"
    from task t cross join lateral (
      select min(c.at) filter (where c.project_id = t.project_id) as started_at,
        bool_or(c.project_id <> t.project_id) as elsewhere ${started}) log
    where t.project_id = any(${[...ids]}::uuid[]) and t.deleted_at is null
      and coalesce(t.completed_at, '-infinity'::timestamptz) >= ${new Date(since)}
      ${taskIds ? sql`and t.id = any(${[...taskIds]}::uuid[])` : sql``}`.execute(em.getKysely());
  const all = new Map(ids.map((id) => [id, new Map<string, DoneTask>()]));
  for (const { projectId, id, ...task } of rows) all.get(projectId)?.set(id, task);
  return all;
}
