import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** The four figures. */
export interface Figures {
  totalTasks: number;
  inProgressTasks: number;
  completedTasks: number;
  overdueTasks: number;
}

/**
 * The four figures as they were at `then`, over the tasks of the projects the viewer sees now. A field's value at that
 * moment is what the first later change says it was before, or what it is today.
 */
export async function figuresAt(em: EntityManager, viewerId: string, then: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with mine as (
      select m.project_id from project_member m join project p on p.id = m.project_id and p.deleted_at is null
      where m.user_id = ${viewerId}),
    later as (
      select c.entity_id, c.revision, c.fields from change c
      where c.project_id in (select project_id from mine) and c.at > ${then} and c.entity = 'task'
        and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated') and c.action <> 'created'),
    first_status as (
      select distinct on (entity_id) entity_id, fields #>> '{status,0}' as value from later
      where fields ? 'status' order by entity_id, revision),
    first_due as (
      select distinct on (entity_id) entity_id, (fields #>> '{dueDate,0}')::timestamptz as value from later
      where fields ? 'dueDate' order by entity_id, revision),
    first_deleted as (
      select distinct on (entity_id) entity_id, fields #>> '{deletedAt,0}' as value from later
      where fields ? 'deletedAt' order by entity_id, revision),
    past as (
      select case when s.entity_id is null then t.status::text else s.value end as status,
        case when d.entity_id is null then t.due_date else d.value end as due
      from task t
      left join first_status s on s.entity_id = t.id
      left join first_due d on d.entity_id = t.id
      left join first_deleted x on x.entity_id = t.id
      where t.project_id in (select project_id from mine) and t.created_at <= ${then}
        and case when x.entity_id is null then t.deleted_at is null else x.value is null end)
    select count(*)::int as "totalTasks",
      count(*) filter (where status = 'IN_PROGRESS')::int as "inProgressTasks",
      count(*) filter (where status = 'DONE')::int as "completedTasks",
      count(*) filter (where due < ${then} and status <> 'DONE')::int as "overdueTasks"
    from past`.execute(em.getKysely());
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
