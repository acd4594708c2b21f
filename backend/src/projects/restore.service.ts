import { restorableSince, unbury } from '../db/tombstone.js';
import { command, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { forbidden, isNotFound, notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { Project } from './project.entity.js';
import { RESTORE_REFUSAL } from './project.policy.js';
import { projectLoader } from './project.reads.js';
import { type Loaded, loadProject, written } from './project.service.js';
import type { ProjectWrittenType } from './project.types.js';

/** Takes the mark off a project. What is in it was never marked: it is there again as it was, whatever its size. */
export const markProjectRestored = (project: Project): void => unbury(project);

/** A project that may be deleted, with its lock held; NOT_FOUND when it is past taking back. */
export async function loadRestorableProject(tx: Tx, id: string): Promise<Project> {
  const project = await tx.em.findOneOrFail(Project, { id });
  const isGone = project.deletedAt !== null && project.deletedAt <= restorableSince(tx.now);
  if (isGone || project.purgedAt) throw notFound('Project');
  return project;
}

/** Who sees the project is told why they may not; to anybody else it does not exist. */
async function refusalOf(ctx: Context, id: string, error: unknown): Promise<unknown> {
  if (!isNotFound(error)) return error;
  const visible = await projectLoader(ctx).load(id);
  return visible && visible.viewerRole !== 'OWNER' ? forbidden(RESTORE_REFUSAL) : error;
}

/**
 * Restores a deleted project with its tasks, comments and members; one that is not deleted stays as it is. Its former owners
 * only: to everybody else it does not exist.
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
    throw await refusalOf(ctx, id, error);
  });
  return written(done);
}
