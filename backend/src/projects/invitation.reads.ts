import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import type { Context } from '../request/context.js';
import { type NestedList, readNestedPage } from '../request/nestedPages.js';
import { ascending, descending, type Page, type PageArgs } from '../request/page.js';
import type { AccessScope } from '../request/program.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { isActive, type UserRow, USERS } from '../users/user.reads.js';
import { enforce, refuseManageMembers } from './project.policy.js';
import { isMemberOf, type ProjectRow, visibleProjects } from './project.reads.js';

export const INVITATION_ROWS = new Rows({
  id: sql<string>`i.id`,
  projectId: sql<string>`i.project_id`,
  email: sql<string>`i.email`,
  role: sql<ProjectRole>`i.role`,
  inviterId: sql<string>`i.inviter_id`,
  createdAt: time(sql`i.created_at`),
  expiresAt: time(sql`i.expires_at`),
});
export type InvitationRow = RowOf<typeof INVITATION_ROWS>;

/** Returns a pending or expired invitation, or throws NOT_FOUND. */
export const findInvitation = (em: EntityManager, projectId: string, id: string): Promise<InvitationRow> =>
  INVITATION_ROWS.one(
    em,
    'Invitation',
    sql`from invitation i where i.project_id = ${projectId} and i.id = ${id} and i.ended_at is null`,
  );

const CREATED_DESC = descending('CREATED_DESC', 'timestamptz', sql`i.created_at`, sql`i.id`);

const WAITING: NestedList<InvitationRow> = {
  key: 'invitations',
  query: {
    rows: INVITATION_ROWS,
    from: sql`invitation i`,
    where: sql`i.project_id = parent.id and i.ended_at is null`,
    order: CREATED_DESC,
  },
};

/** Returns the invitations that were not accepted, newest first. OWNER only. */
export async function readInvitations(
  ctx: Context,
  { id, viewerRole }: Pick<ProjectRow, 'id' | 'viewerRole'>,
  args: PageArgs,
): Promise<Page<InvitationRow>> {
  enforce(refuseManageMembers(viewerRole));
  return readNestedPage(ctx, WAITING, { projectId: id, id }, args);
}

const NAME_ASC = ascending('NAME_ASC', 'text', sql`lower(a.first_name || ' ' || a.last_name)`, sql`a.id`);

/** Returns people from the viewer's other projects as candidates, by name. OWNER only. */
export async function readSuggestedMembers(
  ctx: Context,
  viewer: AccessScope,
  { id, viewerRole }: Pick<ProjectRow, 'id' | 'viewerRole'>,
  args: PageArgs,
): Promise<Page<UserRow>> {
  enforce(refuseManageMembers(viewerRole));
  const list: NestedList<UserRow> = {
    key: 'suggestedMembers',
    query: {
      rows: USERS,
      from: sql`account a`,
      where: sql`${isActive} and ${isMemberOf(visibleProjects(viewer))} and not exists (
        select 1 from project_member m where m.project_id = parent.id and m.user_id = a.id)`,
      order: NAME_ASC,
    },
  };
  return readNestedPage(ctx, list, { projectId: id, id }, args);
}
