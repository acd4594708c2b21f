import { sql } from 'kysely';
import { command } from '../write/command.js';
import { type Context, requireViewer } from '../request/context.js';
import { unauthenticated } from '../platform/lib/errors.js';
import { securityEvent } from '../request/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { Project } from '../projects/project.entity.js';
import { markProjectRestored } from '../projects/restore.service.js';

/** Returns the projects that were deleted with the account and can be restored. */
async function projectsToRestore(ctx: Context, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from deletion_project d join project p on p.id = d.project_id and p.deleted_at is not null and p.purged_at is null
    join project_member m on m.project_id = p.id and m.user_id = d.user_id and m.role = 'OWNER'
    where d.user_id = ${userId}`.execute(ctx.em.getKysely());
  return rows.map(({ id }) => id);
}

/**
 * Cancels the deletion of the viewer's account and restores the projects that were deleted with it. Transferred
 * projects stay with their new owners. Idempotent.
 */
export async function restoreAccount(ctx: Context): Promise<UserRow> {
  const viewer = requireViewer(ctx);
  const { userId } = viewer;
  const projectIds = await projectsToRestore(ctx, userId);
  const { result: isDone } = await command<boolean>(ctx, {
    operation: 'restoreAccount',
    input: {},
    projectIds,
    actor: { kind: 'formerOwner' },
    inArchived: true,
    run: async (tx) => {
      const db = tx.em.getKysely();
      const { rows } = await sql<{ isOver: boolean }>`
        select deletion_at <= ${tx.now} as "isOver" from account
        where id = ${userId} and deletion_at is not null for update`.execute(db);
      const [leaving] = rows;
      if (!leaving) return false;
      if (leaving.isOver) throw unauthenticated();
      for (const project of await tx.em.find(Project, { id: { $in: projectIds } })) {
        if (project.deletedAt && !project.purgedAt) markProjectRestored(project);
      }
      await sql`update account set deletion_at = null where id = ${userId}`.execute(db);
      await sql`delete from deletion_project where user_id = ${userId}`.execute(db);
      return true;
    },
    repeat: () => Promise.resolve(false),
  });
  // the rest of this request runs as an active user
  viewer.deletionAt = null;
  if (isDone) securityEvent(ctx, 'account_restored');
  return getUser(ctx, userId);
}
