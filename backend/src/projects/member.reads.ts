import { sql } from 'kysely';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader, feedLoader } from '../kernel/loaders.js';
import { type NestedList, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';
import { entityRows, type RowOf } from '../kernel/rows.js';
import { isActive, readUsers, type UserRow } from '../users/user.reads.js';
import { MembershipSchema } from './membership.entity.js';
import { visibleProjects } from './project.reads.js';

/** That a person belongs to a project. */
export const MEMBERS = entityRows(MembershipSchema, 'm', ['projectId', 'userId', 'role', 'joinedAt']);
export type MemberRow = RowOf<typeof MEMBERS>;

/** Who belongs to a project, in the order they joined. */
export interface Roster {
  memberIds: string[];
  /** Those whose accounts are active. */
  owners: number;
}

/** The people of projects, one statement for all that a request asks for at once. */
export const rosterLoader = defineLoader<Roster>(async (ctx, projectIds) => {
  const { rows } = await sql<Roster & { projectId: string }>`
    select m.project_id as "projectId", array_agg(m.user_id order by m.joined_at, m.user_id) as "memberIds",
      count(*) filter (where m.role = 'OWNER' and ${isActive})::int as owners
    from project_member m join account a on a.id = m.user_id where m.project_id = any(${[...projectIds]}::uuid[]) group by m.project_id`.execute(
    ctx.em.getKysely(),
  );
  return new Map(rows.map((row) => [row.projectId, row]));
});

const JOINED_ASC: Order = {
  name: 'JOINED_ASC',
  by: sql`m.joined_at`,
  type: 'timestamptz',
  id: sql`m.user_id`,
  idName: 'userId',
  descending: false,
};

const LIST: NestedList<MemberRow> = {
  key: 'members',
  query: {
    rows: MEMBERS,
    from: sql`project_member m`,
    where: sql`m.project_id = parent.id`,
    order: JOINED_ASC,
  },
};

/** The members of a project that the caller has already found visible, in the order they joined. */
export const readMembers = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<MemberRow>> =>
  readNestedPage(ctx, LIST, { projectId, id: projectId }, args);

/** Memberships for the feed, by project and person. */
export const feedMemberLoader = feedLoader(
  MEMBERS,
  ({ userId }) => userId,
  sql`project_member m on m.project_id = wanted.project_id and m.user_id = wanted.id
    join project p on p.id = m.project_id and p.deleted_at is null`,
);

/** The viewer and the members of their projects by id, one statement for all that a request asks for at once. */
export const visibleUserLoader = defineLoader<UserRow>(
  async (ctx, ids) => {
    const viewer = requireViewer(ctx);
    const isFellow = sql`exists (
      select 1 from project_member f where f.user_id = a.id and f.project_id = any(array(${visibleProjects(viewer)})))`;
    const found = await readUsers(
      ctx,
      sql`a.id = any(${[...ids]}::uuid[]) and (a.id = ${viewer.userId} or ${isFellow})`,
    );
    return new Map(found.map((row) => [row.id, row]));
  },
  { forViewer: true },
);
