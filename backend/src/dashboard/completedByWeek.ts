import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { visibleProjects } from '../projects/project.reads.js';

/** How many weeks are told of, the running one included. */
export const WEEKS = 8;

/** What was completed in one week. */
export interface CompletedWeek {
  /** The week's Monday, as a date: '2026-11-16'. */
  weekStart: string;
  completed: number;
}

/**
 * How many of the tasks that the viewer sees as done now were completed in each of the last weeks, the oldest first. A
 * week runs from Monday to Monday in the viewer's own time zone, also where a clock change makes it an hour longer. A
 * task that was done, reopened and done again counts where it was done last.
 */
export async function completedByWeek(em: EntityManager, viewerId: string, now: Date): Promise<CompletedWeek[]> {
  const { rows } = await sql<CompletedWeek>`
    with viewer as (
      select coalesce(preferences ->> 'timeZone', 'UTC') as zone from account where id = ${viewerId}),
    week as (
      select monday::date as monday, monday at time zone zone as begins,
        (monday + interval '1 week') at time zone zone as ends
      from viewer, date_trunc('week', ${now}::timestamptz at time zone zone) as present,
        generate_series(present - make_interval(weeks => ${WEEKS - 1}), present, interval '1 week') as monday),
    completion as (
      select distinct on (c.entity_id) c.at from change c
      join task t on t.id = c.entity_id and t.project_id = c.project_id
      where c.project_id in (${visibleProjects(viewerId)})
        and c.at >= (select min(begins) from week) and c.entity = 'task'
        and (c.fields ?| '{status,dueDate,deletedAt}' or c.action <> 'updated') and c.fields #>> '{status,1}' = 'DONE'
        and t.status = 'DONE' and t.deleted_at is null
      order by c.entity_id, c.revision desc)
    select to_char(monday, 'YYYY-MM-DD') as "weekStart", count(completion.at)::int as completed
    from week left join completion on completion.at >= begins and completion.at < ends
    group by monday order by monday`.execute(em.getKysely());
  return rows;
}
