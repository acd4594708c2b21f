import { command } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { parseId } from '../kernel/ids.js';
import { Project } from './project.entity.js';
import { enforce, refuseArchiveProject } from './project.policy.js';
import { type Loaded, loadProject, written } from './project.service.js';
import type { ProjectWrittenType } from './project.types.js';

/** Archives a project, or takes that back. One that is so already stays as it is. */
async function setArchived(ctx: Context, rawId: unknown, isArchived: boolean): Promise<ProjectWrittenType> {
  const id = parseId(rawId);
  const done = await command<Loaded>(ctx, {
    operation: isArchived ? 'archiveProject' : 'unarchiveProject',
    input: { id },
    projectIds: [id],
    inArchived: true,
    run: async (tx) => {
      const role = tx.roleIn(id);
      enforce(refuseArchiveProject(role));
      const project = await tx.em.findOneOrFail(Project, { id });
      if (tx.isArchived(id) !== isArchived) project.archivedAt = isArchived ? tx.now : null;
      return { project, role };
    },
    repeat: () => loadProject(ctx, id),
  });
  return written(done);
}

/** Archives a project: everybody who could goes on reading it, and nobody changes anything in it. OWNER only. */
export const archiveProject = (ctx: Context, id: unknown): Promise<ProjectWrittenType> => setArchived(ctx, id, true);

/** Takes a project back from the archive. OWNER only. */
export const unarchiveProject = (ctx: Context, id: unknown): Promise<ProjectWrittenType> => setArchived(ctx, id, false);
