import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { TaskStatus } from '../../contract/enums.js';
import { CYCLE_HOURS } from '../../contract/figures.js';
import { NONE } from '../../contract/taskList.js';
import { overdue } from '../tasks/taskConditions.js';

/** Of which tasks figures are read, and over which days. */
export interface Wanted {
  projectIds: readonly string[];
  /** A person, `none`, or null for everybody. */
  assigneeId: string | null;
  /** When the days begin, and the one after them. */
  beginnings: readonly Date[];
  now: Date;
}

/** Whether an assignee is the one that is asked for. */
const isTheirs = (assignee: RawBuilder<unknown>, { assigneeId }: Wanted): RawBuilder<unknown> => {
  if (assigneeId === null) return sql`true`;
  return assigneeId === NONE ? sql`${assignee} is null` : sql`${assignee} = ${assigneeId}::uuid`;
};

/** In which of the days a moment lies, from 1; after them it is one more than there are. */
const dayOf = (moment: RawBuilder<unknown>, { beginnings }: Wanted): RawBuilder<unknown> =>
  sql`width_bucket(${moment}, ${beginnings.map((at) => at.toISOString())}::timestamptz[])`;

/** What was completed in these days, and is done now. */
export interface Completed {
  /** How many by day, from 1. */
  days: Record<string, number> | null;
  people: { userId: string | null; completed: number }[] | null;
  /** In hours, of half and of 85 % of them. */
  percentiles: [number, number] | null;
  /** How many by class of cycle time, from 0. */
  classes: Record<string, number> | null;
}

/**
 * Tasks are where they are now, and once each, at the moment that made them what they are: done. `readable`: the projects
 * whose log may tell when one was first in progress.
 */
export async function readCompleted(
  em: EntityManager,
  wanted: Wanted,
  readable: RawBuilder<unknown>,
): Promise<Completed> {
  const { projectIds, beginnings } = wanted;
  const { rows } = await sql<Completed>`
    with done as materialized (
      select t.assignee_id, ${dayOf(sql`t.completed_at`, wanted)} as day,
        greatest(0, extract(epoch from t.completed_at - coalesce(
          (select min(c.at) from change c where c.entity_id = t.id and c.entity = 'task'
            and c.fields #>> '{status,1}' = 'IN_PROGRESS' and c.at <= t.completed_at
            and c.project_id = any(array(${readable}))),
          t.created_at)) / 3600)::float8 as hours
      from task t
      where t.project_id = any(${[...projectIds]}::uuid[]) and t.deleted_at is null
        and coalesce(t.completed_at, '-infinity'::timestamptz) >= ${beginnings[0]}
        and coalesce(t.completed_at, '-infinity'::timestamptz) < ${beginnings.at(-1)}
        and ${isTheirs(sql`t.assignee_id`, wanted)})
    select
      (select jsonb_object_agg(day, n) from (select day, count(*) as n from done group by day) by_day) as days,
      (select jsonb_agg(jsonb_build_object('userId', assignee_id, 'completed', n))
        from (select assignee_id, count(*) as n from done group by assignee_id) by_person) as people,
      (select percentile_disc(array[0.5, 0.85]) within group (order by hours) from done) as percentiles,
      (select jsonb_object_agg(class, n) from (
        select width_bucket(hours, ${[...CYCLE_HOURS]}::float8[]) as class, count(*) as n from done group by 1) by_class)
        as classes`.execute(em.getKysely());
  return rows[0] ?? { days: null, people: null, percentiles: null, classes: null };
}

/** How many tasks people have to do now. */
export async function readOpen(
  em: EntityManager,
  wanted: Wanted,
): Promise<{ userId: string | null; open: number; overdue: number }[]> {
  const { rows } = await sql<{ userId: string | null; open: number; overdue: number }>`
    select t.assignee_id as "userId", count(*)::int as open,
      (count(*) filter (where ${overdue(wanted.now)}))::int as overdue
    from task t
    where t.project_id = any(${[...wanted.projectIds]}::uuid[]) and t.deleted_at is null and t.status <> 'DONE'
      and ${isTheirs(sql`t.assignee_id`, wanted)}
    group by t.assignee_id`.execute(em.getKysely());
  return rows;
}

/** By how many the tasks of a status became more in one of the days (from 1); day 0: how many there are now. */
export interface FlowStep {
  day: number;
  status: TaskStatus;
  tasks: number;
}

/** A line of the log as far as figures need it: what it says that the status became, and whether the task was, or is, theirs. */
const LINE = (wanted: Wanted): RawBuilder<unknown> => {
  const isTheirsAt = (place: 0 | 1) => isTheirs(sql`(c.fields #>> ${sql.lit(`{assigneeId,${place}}`)})::uuid`, wanted);
  const ofPerson = sql`c.fields ? 'assigneeId' as tells_assignee, c.fields ? 'projectId' as moves,
    ${isTheirsAt(0)} as theirs0, ${isTheirsAt(1)} as theirs1`;
  return sql`c.project_id, c.entity_id, c.revision, c.action, ${dayOf(sql`c.at`, wanted)} as day,
    c.fields ? 'status' as tells_status, c.fields #>> '{status,0}' as status0, c.fields #>> '{status,1}' as status1
    ${wanted.assigneeId === null ? sql`` : sql`, ${ofPerson}`}`;
};

/**
 * The lines since the first day that tell of tasks coming, going, changing their status, and of whose they became; written as two
 * indexes say it, which are read together: so each page of the log is read once, and in the order of the file. By one index
 * they would be read project by project, which takes six times as long.
 */
const lines = (wanted: Wanted): RawBuilder<unknown> => sql`
  select ${LINE(wanted)} from change c
  where c.project_id = any(${[...wanted.projectIds]}::uuid[]) and c.at >= ${wanted.beginnings[0]} and c.entity = 'task'
    and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated'
      or (c.action = 'updated' and c.fields ? 'assigneeId'))
    and (c.action <> 'updated' or c.fields ?| ${wanted.assigneeId === null ? sql`'{status}'` : sql`'{status,assigneeId}'`})`;

/** What the log said last, before a line, that a field of the same task became. */
const before = (name: string): RawBuilder<unknown> => sql`(
  select l.fields #>> ${sql.lit(`{${name},1}`)} from change l
  where l.project_id = c.project_id and l.entity_id = c.entity_id and l.revision < c.revision
    and l.fields ? ${sql.lit(name)}
  order by l.revision desc limit 1)`;

/** Of the lines about tasks that changed hands: whether the task was theirs until then, as far as lines of these days say so. */
const REASSIGNED = sql`
  select project_id, entity_id, revision, bool_or(moves) over task as moves,
    coalesce(
      max(revision::bigint * 2 + case when theirs1 then 1 else 0 end) filter (where tells_assignee) over earlier,
      min(revision::bigint * 2 + case when theirs0 then 1 else 0 end) filter (where tells_assignee) over task) % 2 = 1 as theirs
  from line
  where (project_id, entity_id) in (
    select project_id, entity_id from line where moves or (action <> 'created' and tells_assignee))
  window task as (partition by project_id, entity_id),
    earlier as (partition by project_id, entity_id order by revision rows unbounded preceding)`;

/**
 * The lines about tasks while they were a person's. A line that does not say whose the task is: it is whose it is now, where that
 * has not changed in all these days, as with most; else as the line before says that does, or as the first of these days says it was.
 * Only where a task went to another project, or came from one, the log is asked.
 */
const linesOfPerson = (wanted: Wanted): RawBuilder<unknown> => sql`
  select c.project_id, c.entity_id, c.revision, c.action, c.day, c.tells_status, c.status0, c.status1,
    case when c.tells_assignee then c.theirs0 else c.stayed end as theirs0,
    case when c.tells_assignee then c.theirs1 else c.stayed end as theirs1
  from (
    select c.*, case
        when c.tells_assignee then false
        when reassigned.entity_id is null then present.id is not null
        when reassigned.moves then ${isTheirs(sql`${before('assigneeId')}::uuid`, wanted)}
        else reassigned.theirs end as stayed
    from line c
    left join reassigned on reassigned.project_id = c.project_id and reassigned.entity_id = c.entity_id
      and reassigned.revision = c.revision
    left join task present on present.id = c.entity_id and present.project_id = c.project_id
      and present.project_id = any(${[...wanted.projectIds]}::uuid[]) and ${isTheirs(sql`present.assignee_id`, wanted)}
    offset 0) c`;
/**
 * How many tasks there are now, and what the log says that each day since has changed about that: one statement, so that both
 * are of one moment. A line takes a task from what it was, if it was there, to what it became, if it stayed there; one that went into
 * another project went from here, and is new there. Lines of what is gone for good are blank, and say nothing. The log is gone
 * through once, and counted by day and step before it is counted by status: there may be hundreds of thousands of lines.
 */
export async function readFlow(em: EntityManager, wanted: Wanted): Promise<FlowStep[]> {
  const ofPerson = wanted.assigneeId !== null;
  const counted = ofPerson
    ? sql`with line as materialized (${lines(wanted)}), reassigned as materialized (${REASSIGNED}) ${linesOfPerson(wanted)}`
    : sql`select *, true as theirs0, true as theirs1 from (${lines(wanted)}) line`;
  const { rows } = await sql<FlowStep>`
    select 0 as day, t.status::text as status, count(*)::int as tasks from task t
    where t.project_id = any(${[...wanted.projectIds]}::uuid[]) and t.deleted_at is null
      and ${isTheirs(sql`t.assignee_id`, wanted)}
    group by t.status
    union all
    select step.day, way.status, sum(way.sign * step.lines)::int from (
      select day, action, theirs0, theirs1, case when tells_status then status0 else stayed end as status0,
        case when tells_status then status1 else stayed end as status1, count(*) as lines
      from (
        select c.*, case when not c.tells_status then ${before('status')} end as stayed from (${counted}) c
        where c.theirs0 or c.theirs1 offset 0) line
      group by 1, 2, 3, 4, 5, 6) step
    cross join lateral (values
      (step.status0, -1, step.theirs0 and step.action in ('updated', 'deleted')),
      (step.status1, 1, step.theirs1 and step.action in ('created', 'updated', 'restored'))) way(status, sign, counts)
    where way.counts and way.status is not null
    group by step.day, way.status`.execute(em.getKysely());
  return rows;
}
