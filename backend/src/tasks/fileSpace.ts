import { type RawBuilder, sql } from 'kysely';
import { ATTACHMENTS } from '../../contract/limits.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import type { Tx } from '../write/command.js';

export const PROJECT_FULL = fieldError(
  'projectFull',
  'The files of a project can have 2 GB in all, those in the trash included',
);

/** SQL: the bytes of a project's files, those in the trash included. */
export const bytesOfProject = (projectId: string | null): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(size), 0)::float8 from attachment where project_id = ${projectId})`;

/** Whether a project has space for the files of tasks that are copied or moved into it. Deleted files stay behind. */
export async function hasSpaceForFiles({ em }: Tx, ids: readonly string[], into: string): Promise<boolean> {
  const { rows } = await sql<{ brought: number; stored: number }>`
    select (select coalesce(sum(size), 0)::float8 from attachment
        where task_id = any(${[...ids]}::uuid[]) and deleted_at is null) as brought,
      ${bytesOfProject(into)} as stored`.execute(em.getKysely());
  const { brought, stored } = rows[0] ?? { brought: 0, stored: 0 };
  return brought === 0 || brought + stored <= ATTACHMENTS.projectBytes;
}

/** Throws VALIDATION_FAILED at `field` if the project has no space for the files of these tasks. */
export async function requireSpaceForFiles(
  tx: Tx,
  { ids, into, field }: { ids: readonly string[]; into: string; field: string },
): Promise<void> {
  if (!(await hasSpaceForFiles(tx, ids, into))) throw invalid({ [field]: PROJECT_FULL });
}
