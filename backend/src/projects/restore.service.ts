import { restorableSince, undelete } from '../platform/database/softDelete.js';
import { command, type Tx } from '../write/command.js';
import type { Context } from '../request/context.js';
import { forbidden, isNotFound, notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { Project } from './project.entity.js';
import { RESTORE_REFUSAL } from './project.policy.js';
import { projectLoader } from './project.reads.js';
import { type Loaded, loadProject, toProjectWritten } from './project.service.js';
import type { ProjectWrittenType } from './project.types.js';

/** Restores a project. Its contents were never marked as deleted, so this takes constant time. */
export const markProjectRestored = (project: Project): void => undelete(project);

/** Returns a locked project that can be restored, or throws NOT_FOUND. */
export async function loadRestorableProject(tx: Tx, id: string): Promise<Project> {
  const project = await tx.em.findOneOrFail(Project, { id });
  const isExpired = project.deletedAt !== null && project.deletedAt <= restorableSince(tx.now);
  if (isExpired || project.purgedAt) throw notFound('Project');
  return project;
}

/** Members get the reason; to others the project does not exist. */
async function explainNotFound(ctx: Context, id: string, error: unknown): Promise<unknown> {
  if (!isNotFound(error)) return error;
  const visible = await projectLoader(ctx).load(id);
  return visible && visible.viewerRole !== 'OWNER' ? forbidden(RESTORE_REFUSAL) : error;
}

/**
 * Restores a deleted project with its contents and members. Does nothing if it is not deleted. Only for its former
 * owners: to others it does not exist.
 */
export async function restoreProject(ctx: Context, rawId: unknown): Promise<ProjectWrittenType> {
  const id = parseId(rawId);
  const done = await command<Loaded>(ctx, {
    operation: 'restoreProject',
    input: { id },
    projectIds: [id],
    actor: { kind: 'formerOwner' },
    inArchived: true,
    run: async (tx) => {
      const project = await loadRestorableProject(tx, id);
      if (project.deletedAt) markProjectRestored(project);
      return { project, role: tx.roleIn(id) };
    },
    repeat: () => loadProject(ctx, id),
  }).catch(async (error: unknown) => {
    throw await explainNotFound(ctx, id, error);
  });
  return toProjectWritten(done);
}
