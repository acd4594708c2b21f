import { refuseRole } from '../../contract/roles.js';
import { ARCHIVED } from '../../contract/trash.js';
import { forbidden } from '../platform/lib/errors.js';
import { readProject } from '../projects/project.reads.js';
import type { Context } from '../request/context.js';

/** Throws NOT_FOUND or FORBIDDEN unless the viewer can import into the project. */
export async function requireImportable(ctx: Context, projectId: string): Promise<void> {
  const project = await readProject(ctx, projectId);
  const refusal = refuseRole(project.viewerRole, 'MEMBER');
  if (refusal !== null) throw forbidden(refusal);
  if (project.archivedAt !== null) throw forbidden(ARCHIVED);
}
