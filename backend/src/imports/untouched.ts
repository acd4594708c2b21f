import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Attempt } from './importProgress.js';

/** Whether the import creates the project. A dry run without a project counts as one. */
export const makesProject = ({ newProject, dryRun, projectId, targetId }: Attempt): boolean =>
  newProject !== null || (dryRun && projectId !== targetId);

/** The parts of a project that are still as in a new one. */
interface Untouched {
  board: boolean;
  tasks: boolean;
}

/**
 * Checks whether our own download is imported into a project that is still empty, for example one created in advance so
 * that its members exist. Such a project is filled like a new one: its only tasks, including deleted ones, are from
 * this import.
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
