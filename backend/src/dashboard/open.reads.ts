import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { overdue } from '../tasks/taskConditions.js';

/** What somebody has to do; null: what is nobody's. */
export interface OpenTasks {
  userId: string | null;
  open: number;
  overdue: number;
}

/** How many tasks people have to do now in projects (`any(…)`), from an index over just these. */
export const openTasks = (projects: RawBuilder<unknown>, now: Date): RawBuilder<OpenTasks> => sql`
  select t.assignee_id as "userId", count(*)::int as open, (count(*) filter (where ${overdue(now)}))::int as overdue
  from task t where t.project_id = ${projects} and t.deleted_at is null and t.status <> 'DONE'
  group by t.assignee_id`;

export async function readOpen(em: EntityManager, projectIds: readonly string[], now: Date): Promise<OpenTasks[]> {
  const { rows } = await openTasks(sql`any(${[...projectIds]}::uuid[])`, now).execute(em.getKysely());
  return rows;
}
