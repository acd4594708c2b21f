import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { overdue, type Present } from '../tasks/taskConditions.js';

/** Open tasks of one assignee, or of none (null). */
export interface OpenTasks {
  userId: string | null;
  open: number;
  overdue: number;
}

/** Counts open tasks by assignee in `any(…)` projects, from an index over open tasks. */
export const selectOpenTasks = (projects: RawBuilder<unknown>, present: Present): RawBuilder<OpenTasks> => sql`
  select t.assignee_id as "userId", count(*)::int as open, (count(*) filter (where ${overdue(present)}))::int as overdue
  from task t where t.project_id = ${projects} and t.deleted_at is null and t.status <> 'DONE'
  group by t.assignee_id`;

export async function readOpenTasks(
  em: EntityManager,
  projectIds: readonly string[],
  present: Present,
): Promise<OpenTasks[]> {
  const { rows } = await selectOpenTasks(sql`any(${[...projectIds]}::uuid[])`, present).execute(em.getKysely());
  return rows;
}
