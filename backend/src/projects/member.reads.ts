import { sql } from 'kysely';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, feedLoader } from '../request/loaders.js';
import { type NestedList, readNestedPage } from '../request/nestedPages.js';
import { ascending, type Page, type PageArgs } from '../request/page.js';
import { entityRows, readById, type RowOf } from '../platform/database/rows.js';
import { isActive, type UserRow, USERS } from '../users/user.reads.js';
import { MembershipSchema } from './membership.entity.js';
import { isMemberOf, visibleProjects } from './project.reads.js';

export const MEMBERS = entityRows(MembershipSchema, 'm', ['projectId', 'userId', 'role', 'joinedAt']);
export type MemberRow = RowOf<typeof MEMBERS>;

/** Member ids in the order they joined. */
export interface Roster {
  memberIds: string[];
  /** Owners with active accounts. */
  owners: number;
}

export const rosterLoader = defineLoader<Roster>(async (ctx, projectIds) => {
  const { rows } = await sql<Roster & { projectId: string }>`
    select m.project_id as "projectId", array_agg(m.user_id order by m.joined_at, m.user_id) as "memberIds",
      count(*) filter (where m.role = 'OWNER' and ${isActive})::int as owners
    from project_member m join account a on a.id = m.user_id where m.project_id = any(${idArray(projectIds)}) group by m.project_id ${PREPARABLE}`.execute(
    ctx.em.getKysely(),
  );
  return new Map(rows.map((row) => [row.projectId, row]));
});

const JOINED_ASC = ascending('JOINED_ASC', 'timestamptz', sql`m.joined_at`, sql`m.user_id`, { idName: 'userId' });

const LIST: NestedList<MemberRow> = {
  key: 'members',
  query: {
    rows: MEMBERS,
    from: sql`project_member m`,
    where: sql`m.project_id = parent.id`,
    order: JOINED_ASC,
    isPreparable: true,
  },
};

/** Returns a project's members in the order they joined. The caller has checked access. */
export const readMembers = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<MemberRow>> =>
  readNestedPage(ctx, LIST, { projectId, id: projectId }, args);

export const feedMemberLoader = feedLoader(
  MEMBERS,
  ({ userId }) => userId,
  sql`project_member m on m.project_id = wanted.project_id and m.user_id = wanted.id
    join project p on p.id = m.project_id and p.deleted_at is null`,
);

/** Loads the viewer and the members of their projects. */
export const visibleUserLoader = defineLoader<UserRow>(
  (ctx, ids) => {
    const viewer = requireViewer(ctx);
    const isVisible = sql`(a.id = ${viewer.userId} or ${isMemberOf(visibleProjects(viewer))})`;
    const rest = sql`from account a where a.id = any(${idArray(ids)}) and ${isVisible} ${PREPARABLE}`;
    return readById(USERS, ctx.em, rest);
  },
  { forViewer: true },
);
