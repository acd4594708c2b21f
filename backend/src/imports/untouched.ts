import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Attempt } from './importProgress.js';

/** Whether the project is made by the import. A dry run without a project tries it with a new one. */
export const makesProject = ({ newProject, dryRun, projectId, targetId }: Attempt): boolean =>
  newProject !== null || (dryRun && projectId !== targetId);

/** What of a project is as in a new one. */
interface Untouched {
  board: boolean;
  tasks: boolean;
}

/**
 * Finds out whether our own download comes into a project that is still empty, such as one that was made for it so that its members
 * are there: then it is filled like a new one. Its tasks, deleted ones included, are those that this import has made.
 */
export async function findUntouched(em: EntityManager, attempt: Attempt): Promise<Untouched> {
  const { source, targetId, report } = attempt;
  if (makesProject(attempt)) return { board: true, tasks: true };
  if (source !== 'CAIRN') return { board: false, tasks: false };
  const { rows } = await sql<{ columns: boolean; tasks: number }>`
    select exists (select 1 from "column" where project_id = ${targetId}) as columns,
      (select count(*)::int from task where project_id = ${targetId}) as tasks`.execute(em.getKysely());
  const [found = { columns: true, tasks: Infinity }] = rows;
  const tasks = found.tasks === report.made.tasks;
  return { board: tasks && !found.columns, tasks };
}
