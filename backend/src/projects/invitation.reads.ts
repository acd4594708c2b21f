import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { type NestedList, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';
import type { Reach } from '../kernel/program.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';
import { type UserRow, USERS } from '../users/user.reads.js';
import { enforce, refuseManageMembers } from './project.policy.js';
import { type ProjectRow, visibleProjects } from './project.reads.js';

/** An invitation as owners see it. */
export const INVITATIONS = new Rows({
  id: sql<string>`i.id`,
  projectId: sql<string>`i.project_id`,
  email: sql<string>`i.email`,
  role: sql<ProjectRole>`i.role`,
  inviterId: sql<string>`i.inviter_id`,
  createdAt: time(sql`i.created_at`),
  expiresAt: time(sql`i.expires_at`),
});
export type InvitationRow = RowOf<typeof INVITATIONS>;

/** One that waits, or has expired; NOT_FOUND when there is none. */
export const findInvitation = (em: EntityManager, projectId: string, id: string): Promise<InvitationRow> =>
  INVITATIONS.one(
    em,
    'Invitation',
    sql`from invitation i where i.project_id = ${projectId} and i.id = ${id} and i.ended_at is null`,
  );

const CREATED_DESC: Order = {
  name: 'CREATED_DESC',
  by: sql`i.created_at`,
  type: 'timestamptz',
  id: sql`i.id`,
  descending: true,
};

const WAITING: NestedList<InvitationRow> = {
  key: 'invitations',
  query: {
    rows: INVITATIONS,
    from: sql`invitation i`,
    where: sql`i.project_id = parent.id and i.ended_at is null`,
    order: CREATED_DESC,
  },
};

/** The invitations of a project that nobody has accepted yet, newest first. OWNER only. */
export async function readInvitations(
  ctx: Context,
  { id, viewerRole }: Pick<ProjectRow, 'id' | 'viewerRole'>,
  args: PageArgs,
): Promise<Page<InvitationRow>> {
  enforce(refuseManageMembers(viewerRole));
  return readNestedPage(ctx, WAITING, { projectId: id, id }, args);
}

const NAME_ASC: Order = {
  name: 'NAME_ASC',
  by: sql`lower(a.first_name || ' ' || a.last_name)`,
  type: 'text',
  id: sql`a.id`,
  descending: false,
};

/** Who belongs to a project of the viewer's. */
const sharesWith = (viewer: Reach): RawBuilder<unknown> => sql`
  a.id in (select other.user_id from project_member other where other.project_id = any(array(${visibleProjects(viewer)})))`;

/** The people whom an owner may want to add: those they share another project with, by name. OWNER only. */
export async function readSuggestedMembers(
  ctx: Context,
  viewer: Reach,
  { id, viewerRole }: Pick<ProjectRow, 'id' | 'viewerRole'>,
  args: PageArgs,
): Promise<Page<UserRow>> {
  enforce(refuseManageMembers(viewerRole));
  const list: NestedList<UserRow> = {
    key: 'suggestedMembers',
    query: {
      rows: USERS,
      from: sql`account a`,
      where: sql`${sharesWith(viewer)} and not exists (
        select 1 from project_member m where m.project_id = parent.id and m.user_id = a.id)`,
      order: NAME_ASC,
    },
  };
  return readNestedPage(ctx, list, { projectId: id, id }, args);
}
