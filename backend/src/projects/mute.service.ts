import { sql } from 'kysely';
import { accountCommand } from '../auth/accountCommand.js';
import { notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { type Context, requireViewer } from '../request/context.js';
import { type ProjectRow, readProject, visibleProjects } from './project.reads.js';

async function setMuted(ctx: Context, rawId: unknown, isMuted: boolean): Promise<{ project: ProjectRow }> {
  const id = parseId(rawId);
  const viewer = requireViewer(ctx);
  await accountCommand(ctx, isMuted ? 'muteProject' : 'unmuteProject', { projectId: id }, async ({ em, now }) => {
    const db = em.getKysely();
    // Locked, as muting ends with the membership: someone can be removing it now.
    const { rows } = await sql`
      select 1 from project_member where project_id = ${id} and user_id = ${viewer.userId}
        and project_id in (${visibleProjects(viewer)}) for key share`.execute(db);
    if (rows.length === 0) throw notFound('Project');
    await (
      isMuted
        ? sql`insert into project_mute (project_id, user_id, at) values (${id}, ${viewer.userId}, ${now}) on conflict do nothing`
        : sql`delete from project_mute where project_id = ${id} and user_id = ${viewer.userId}`
    ).execute(db);
  });
  ctx.loaders.clear();
  return { project: await readProject(ctx, id) };
}

/** The viewer gets only notifications of mentions and assignments from this project. */
export const muteProject = (ctx: Context, id: unknown): Promise<{ project: ProjectRow }> => setMuted(ctx, id, true);

export const unmuteProject = (ctx: Context, id: unknown): Promise<{ project: ProjectRow }> => setMuted(ctx, id, false);
