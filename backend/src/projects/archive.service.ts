import { command } from '../write/command.js';
import type { Context } from '../request/context.js';
import { parseId } from '../platform/lib/ids.js';
import { Project } from './project.entity.js';
import { enforce, refuseArchiveProject } from './project.policy.js';
import { type Loaded, loadProject, toProjectWritten } from './project.service.js';
import type { ProjectWrittenType } from './project.types.js';

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
  return toProjectWritten(done);
}

/** Archives a project: its members can read it, but no one can change it. OWNER only. */
export const archiveProject = (ctx: Context, id: unknown): Promise<ProjectWrittenType> => setArchived(ctx, id, true);

/** Restores a project from the archive. OWNER only. */
export const unarchiveProject = (ctx: Context, id: unknown): Promise<ProjectWrittenType> => setArchived(ctx, id, false);
