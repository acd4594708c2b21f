import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Attempt } from './importProgress.js';

/** Whether the import creates the project. A dry run without a project counts as one. */
export const createsProject = ({ newProject, dryRun, projectId, targetId }: Attempt): boolean =>
  newProject !== null || (dryRun && projectId !== targetId);

/** The parts of a project that are still as in a new one. */
interface UnchangedParts {
  board: boolean;
  tasks: boolean;
}

/**
 * Checks whether a download of Cairn is imported into a project that is still empty, for example one created in advance
 * so that its members exist. Such a project is filled like a new one. The result stays the same while the import runs:
 * tasks of the import, and tasks that people have added meanwhile, do not count, because they are newer than the first
 * revision that the import wrote.
 */
export async function findUnchangedParts(em: EntityManager, attempt: Attempt): Promise<UnchangedParts> {
  const { source, targetId, firstRevision } = attempt;
  if (createsProject(attempt)) return { board: true, tasks: true };
  if (source !== 'CAIRN') return { board: false, tasks: false };
  const isEarlier =
    firstRevision === null
      ? sql`true`
      : sql`exists (select 1 from change c where c.project_id = t.project_id and c.entity = 'task'
          and c.entity_id = t.id and c.revision < ${firstRevision})`;
  const { rows } = await sql<{ columns: boolean; tasks: boolean }>`
    select exists (select 1 from "column" where project_id = ${targetId}) as columns,
      exists (select 1 from task t where t.project_id = ${targetId} and ${isEarlier}) as tasks`.execute(em.getKysely());
  const [found = { columns: true, tasks: true }] = rows;
  return { board: !found.tasks && !found.columns, tasks: !found.tasks };
}
