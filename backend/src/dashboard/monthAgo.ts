import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { visibleProjects } from '../projects/project.reads.js';

/** The four figures. */
export interface Figures {
  totalTasks: number;
  inProgressTasks: number;
  completedTasks: number;
  overdueTasks: number;
}

/**
 * The four figures as they were at `then`, over the tasks of the projects the viewer sees now. A field's value at that
 * moment is what the first later change says it was before, or what it is today; both are facts of one kind, grouped by
 * task, as joining them invites the planner to compare all with all.
 */
export async function figuresAt(em: EntityManager, viewerId: string, then: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with mine as (
      ${visibleProjects(viewerId)}),
    facts as (
      select c.entity_id as id, c.revision,
        c.fields ? 'status' as tells_status, c.fields #>> '{status,0}' as status,
        c.fields ? 'dueDate' as tells_due, (c.fields #>> '{dueDate,0}')::timestamptz as due,
        c.fields ? 'deletedAt' as tells_deleted, c.fields #>> '{deletedAt,0}' is not null as deleted
      from change c
      where c.project_id = any(array(select project_id from mine)) and c.at > ${then} and c.entity = 'task'
        and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated') and c.action <> 'created'
      union all
      select t.id, null, true, t.status::text, true, t.due_date, true, t.deleted_at is not null from task t
      where t.project_id = any(array(select project_id from mine)) and t.created_at <= ${then}),
    past as (
      select (array_agg(status order by revision) filter (where tells_status))[1] as status,
        (array_agg(due order by revision) filter (where tells_due))[1] as due,
        (array_agg(deleted order by revision) filter (where tells_deleted))[1] as deleted
      from facts group by id having bool_or(revision is null))
    select count(*)::int as "totalTasks",
      count(*) filter (where status = 'IN_PROGRESS')::int as "inProgressTasks",
      count(*) filter (where status = 'DONE')::int as "completedTasks",
      count(*) filter (where due < ${then} and status <> 'DONE')::int as "overdueTasks"
    from past where not deleted`.execute(em.getKysely());
  const [figures] = rows;
  if (!figures) throw new Error('an aggregate without a row');
  return figures;
}

/** The same moment one calendar month earlier; the last day of a shorter month. */
export function monthBefore(now: Date): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - 1);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Whole percents; 0 where there was nothing before. */
export const percentChange = (before: number, now: number): number =>
  before === 0 ? 0 : Math.round(((now - before) / before) * 100);
