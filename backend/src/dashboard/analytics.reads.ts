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

/** What the log said last, before a line, that a field of the same task became. */
const before = (name: string): RawBuilder<unknown> => sql`(
  select l.fields #>> ${sql.lit(`{${name},1}`)} from change l
  where l.project_id = c.project_id and l.entity_id = c.entity_id and l.revision < c.revision
    and l.fields ? ${sql.lit(name)}
  order by l.revision desc limit 1)`;

/** A field before and after a line: as that says, or else as it was and stayed. */
const around = (name: string): [RawBuilder<unknown>, RawBuilder<unknown>] => {
  const at = (place: 0 | 1) =>
    sql`case when c.fields ? ${sql.lit(name)} then c.fields #>> ${sql.lit(`{${name},${place}}`)} else ${before(name)} end`;
  return [at(0), at(1)];
};

/** The lines since the first day that tell of tasks coming, going, and changing their status; written as their index says it. */
const lifeLines = ({ projectIds, beginnings }: Wanted): RawBuilder<unknown> => sql`
  select * from change c
  where c.project_id = any(${[...projectIds]}::uuid[]) and c.at >= ${beginnings[0]} and c.entity = 'task'
    and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated')`;

/** Those that only tell of whose a task became. */
const assignedLines = ({ projectIds, beginnings }: Wanted): RawBuilder<unknown> => sql`
  select * from change c
  where c.project_id = any(${[...projectIds]}::uuid[]) and c.at >= ${beginnings[0]} and c.entity = 'task'
    and c.action = 'updated' and c.fields ? 'assigneeId' and not c.fields ?| '{status,dueDate,deletedAt}'`;

/**
 * How many tasks there are now, and what the log says that each day since has changed about that: one statement, so that both
 * are of one moment. A line takes a task from what it was, if it was there, to what it became, if it stayed there; one that went into
 * another project went from here, and is new there. Lines of what is gone for good are blank, and say nothing.
 */
export async function readFlow(em: EntityManager, wanted: Wanted): Promise<FlowStep[]> {
  const ofPerson = wanted.assigneeId !== null;
  const [status0, status1] = around('status');
  const [assignee0, assignee1] = ofPerson ? around('assigneeId') : [sql`null`, sql`null`];
  const lines = ofPerson ? sql`${lifeLines(wanted)} union all ${assignedLines(wanted)}` : lifeLines(wanted);
  const tells = ofPerson ? sql`c.fields ?| '{status,assigneeId}'` : sql`c.fields ? 'status'`;
  const { rows } = await sql<FlowStep>`
    select 0 as day, t.status::text as status, count(*)::int as tasks from task t
    where t.project_id = any(${[...wanted.projectIds]}::uuid[]) and t.deleted_at is null
      and ${isTheirs(sql`t.assignee_id`, wanted)}
    group by t.status
    union all
    select line.day, step.status, sum(step.tasks)::int from (
      select ${dayOf(sql`c.at`, wanted)} as day, c.action, ${status0} as status0, ${status1} as status1,
        (${assignee0})::uuid as assignee0, (${assignee1})::uuid as assignee1
      from (${lines}) c where c.action <> 'updated' or ${tells} offset 0) line
    cross join lateral (values
      (line.status0, -1, line.action in ('updated', 'deleted') and ${isTheirs(sql`line.assignee0`, wanted)}),
      (line.status1, 1, line.action in ('created', 'updated', 'restored') and ${isTheirs(sql`line.assignee1`, wanted)}))
      step(status, tasks, counts)
    where step.counts and step.status is not null
    group by line.day, step.status`.execute(em.getKysely());
  return rows;
}
