import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DAY_SPREAD_MS, DUE_DAY, overdue, type Present } from '../tasks/taskConditions.js';
import { type Completions, QUARTER_MS } from './completedByWeek.js';
import type { ProjectRevision } from './projectCache.js';

export interface Figures {
  totalTasks: number;
  inProgressTasks: number;
  completedTasks: number;
  overdueTasks: number;
}

/** Figures with the period in which they stay the same unless the project changes; both ends included. */
export interface ValidFigures extends Figures {
  from: number;
  /** Infinity: until the next write. */
  until: number;
}

/** `until` in milliseconds; null for no end. */
type Raw = Figures & { projectId: string; until: number | null };

const NOTHING: Figures = { totalTasks: 0, inProgressTasks: 0, completedTasks: 0, overdueTasks: 0 };

const milliseconds = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(extract(epoch from ${at}) * 1000)::float8`;

function toValidFigures(projectIds: readonly string[], rows: readonly Raw[], at: Date): Map<string, ValidFigures> {
  const from = at.getTime();
  const all = new Map(projectIds.map((id): [string, ValidFigures] => [id, { ...NOTHING, from, until: Infinity }]));
  for (const { projectId, until, ...figures } of rows)
    all.set(projectId, { ...figures, from, until: until ?? Infinity });
  return all;
}

/**
 * Table `due`: per project, the number of overdue open tasks and the next due date, from an index over open tasks. Long overdue
 * tasks are counted without reading whether they have a due day.
 */
function dueTable(ids: readonly string[], at: Present): RawBuilder<unknown> {
  const open = sql`t.project_id = p.id and t.deleted_at is null and t.status <> 'DONE'`;
  const longAgo = new Date(at.now.getTime() - DAY_SPREAD_MS);
  return sql`(
    select p.id as project_id,
      (select count(*)::int from task t where ${open} and t.due_date < ${longAgo})
        + (select count(*)::int from task t where ${open} and t.due_date >= ${longAgo} and ${overdue(at)}) as past,
      (select min(t.due_date) from task t where ${open} and t.due_date >= ${at.now}) as next
    from unnest(${[...ids]}::uuid[]) as p(id)) due`;
}

/** Table `counted`: tasks per project by status, from an index over project and status. */
const countedTable = (ids: readonly string[]): RawBuilder<unknown> => sql`(
  select t.project_id, count(*)::int as total, (count(*) filter (where t.status = 'IN_PROGRESS'))::int as in_progress,
    (count(*) filter (where t.status = 'DONE'))::int as completed
  from task t where t.project_id = any(${[...ids]}::uuid[]) and t.deleted_at is null group by t.project_id) counted`;

/** Returns the current figures of projects. */
export async function readPresent(
  em: EntityManager,
  ids: readonly string[],
  present: Present,
): Promise<Map<string, ValidFigures>> {
  const { rows } = await sql<Raw>`
    select due.project_id as "projectId", total as "totalTasks", in_progress as "inProgressTasks",
      completed as "completedTasks", past as "overdueTasks", ${milliseconds(sql`next`)} as until
    from ${dueTable(ids, present)} join ${countedTable(ids)} using (project_id)`.execute(em.getKysely());
  return toValidFigures(ids, rows, present.now);
}

/**
 * Returns the figures of projects at `then`: the current figures, with each task that changed since replaced by its
 * former state. A field's former value is the old value in its first later log line, or the current value.
 */
export async function readPast(
  em: EntityManager,
  ids: readonly string[],
  past: Present,
): Promise<Map<string, ValidFigures>> {
  const { now: then, today } = past;
  const isLate = (day: RawBuilder<unknown>, due: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`case when ${day} is null then ${due} < ${then} else ${day} < ${today}::date end`;
  const before = (name: string): RawBuilder<unknown> => sql`
    (array_agg(c.fields #>> ${sql.lit(`{${name},0}`)} order by c.revision) filter (where c.fields ? ${sql.lit(name)}))[1]`;
  const tells = (name: string): RawBuilder<unknown> => sql`bool_or(c.fields ? ${sql.lit(name)})`;
  const { rows } = await sql<Raw>`
    with change_since as (
      select c.project_id, c.entity_id, min(c.at) as at,
        -- a task that returned from another project existed before it left
        (array_agg(c.action order by c.revision))[1] = 'created' as is_new,
        ${before('status')} as status,
        ${tells('dueDate')} as tells_due, ${before('dueDate')}::timestamptz as due,
        -- a change of the day is logged with the due date
        (array_agg(c.fields #>> '{dueDay,0}' order by c.revision) filter (where c.fields ? 'dueDate'))[1]::date as day,
        ${tells('deletedAt')} as tells_deleted, ${before('deletedAt')} is not null as deleted
      from change c
      where c.project_id = any(${[...ids]}::uuid[]) and c.at > ${then} and c.entity = 'task'
        and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated')
      group by c.project_id, c.entity_id),
    changed as (
      select s.project_id, s.at, t.status::text as status, t.due_date as due, ${DUE_DAY} as day,
        -- a purged task is unknown; the log keeps the former state of a task that moved away
        (t.id is not null or s.status is null) and t.deleted_at is null as is_there,
        coalesce(s.status, t.status::text) as old_status,
        case when s.tells_due then s.due else t.due_date end as old_due,
        case when s.tells_due then s.day else ${DUE_DAY} end as old_day,
        not s.is_new and not (case when s.tells_deleted then s.deleted else t.deleted_at is not null end) as was_there
      -- lateral with offset 0 reads only the changed tasks; a plain join would read all
      from change_since s left join lateral (
        select * from task t where t.id = s.entity_id and t.project_id = s.project_id offset 0) t on true),
    difference as (
      select project_id, min(at) as next_change,
        count(*) filter (where was_there) - count(*) filter (where is_there) as total,
        count(*) filter (where was_there and old_status = 'IN_PROGRESS')
          - count(*) filter (where is_there and status = 'IN_PROGRESS') as in_progress,
        count(*) filter (where was_there and old_status = 'DONE')
          - count(*) filter (where is_there and status = 'DONE') as completed,
        count(*) filter (where was_there and old_status <> 'DONE' and ${isLate(sql`old_day`, sql`old_due`)})
          - count(*) filter (where is_there and status <> 'DONE' and ${isLate(sql`day`, sql`due`)}) as overdue,
        min(old_due) filter (where was_there and old_status <> 'DONE' and old_due >= ${then}) as next_due
      from changed group by project_id)
    select due.project_id as "projectId",
      (coalesce(c.total, 0) + coalesce(d.total, 0))::int as "totalTasks",
      (coalesce(c.in_progress, 0) + coalesce(d.in_progress, 0))::int as "inProgressTasks",
      (coalesce(c.completed, 0) + coalesce(d.completed, 0))::int as "completedTasks",
      (due.past + coalesce(d.overdue, 0))::int as "overdueTasks",
      ${milliseconds(sql`least(due.next, d.next_due, d.next_change - interval '1 millisecond')`)} as until
    from ${dueTable(ids, past)}
    left join (select * from ${countedTable(ids)}) c using (project_id)
    left join difference d using (project_id)`.execute(em.getKysely());
  return toValidFigures(ids, rows, then);
}

/** Returns the time of the first write after each project's revision. */
export async function readFirstWrites(
  em: EntityManager,
  projects: readonly ProjectRevision[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ projectId: string; at: number }>`
    select c.project_id as "projectId", ${milliseconds(sql`min(c.at)`)} as at
    from unnest(${projects.map(({ id }) => id)}::uuid[], ${projects.map(({ revision }) => revision)}::int[])
      as known(id, revision)
    join change c on c.project_id = known.id and c.revision > known.revision
    group by c.project_id`.execute(em.getKysely());
  return new Map(rows.map(({ projectId, at }) => [projectId, at]));
}

/** Counts completions since `since` of tasks that are done now. A reopened task counts at its last completion. */
export async function readCompletions(
  em: EntityManager,
  ids: readonly string[],
  since: number,
): Promise<Map<string, Completions>> {
  const { rows } = await sql<{ projectId: string; quarter: number; count: number }>`
    select t.project_id as "projectId",
      floor(extract(epoch from t.completed_at) * 1000 / ${sql.lit(QUARTER_MS)})::int as quarter, count(*)::int as count
    from task t
    where t.project_id = any(${[...ids]}::uuid[]) and t.deleted_at is null
      and coalesce(t.completed_at, '-infinity'::timestamptz) >= ${new Date(since)}
    group by 1, 2`.execute(em.getKysely());
  const all = new Map(ids.map((id) => [id, new Map<number, number>()]));
  for (const { projectId, quarter, count } of rows) all.get(projectId)?.set(quarter, count);
  return all;
}
