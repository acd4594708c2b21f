import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { defineLoader, idsOf, keyIn } from '../kernel/loaders.js';
import { type NestedList, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';

/** That a person belongs to a project. */
export interface MemberRow {
  projectId: string;
  userId: string;
  role: ProjectRole;
  joinedAt: Date;
}

/** Who belongs to a project, in the order they joined. */
export interface Roster {
  memberIds: string[];
  owners: number;
}

/** The people of projects, one statement for all that a request asks for at once. */
export const rosterLoader = defineLoader<Roster>(async (ctx, projectIds) => {
  const { rows } = await sql<Roster & { projectId: string }>`
    select project_id as "projectId", array_agg(user_id order by joined_at, user_id) as "memberIds",
      count(*) filter (where role = 'OWNER')::int as owners
    from project_member where project_id = any(${[...projectIds]}::uuid[]) group by project_id`.execute(
    ctx.em.getKysely(),
  );
  return new Map(rows.map((row) => [row.projectId, row]));
});

const JOINED_ASC: Order = {
  name: 'JOINED_ASC',
  by: sql`m.joined_at`,
  type: 'timestamptz',
  id: sql`m.user_id`,
  descending: false,
};

type Raw = { id: string; projectId: string; role: ProjectRole; joinedAt: string };

const COLUMNS: RawBuilder<unknown> = sql`m.user_id as id, m.project_id as "projectId", m.role, m.joined_at as "joinedAt"`;

const toMemberRow = ({ id, projectId, role, joinedAt }: Raw): MemberRow => ({
  projectId,
  userId: id,
  role,
  joinedAt: new Date(joinedAt),
});

const MEMBERS: NestedList = {
  key: 'members',
  query: {
    select: COLUMNS,
    from: sql`project_member m`,
    where: sql`m.project_id = parent.id`,
    order: JOINED_ASC,
  },
};

/** The members of a project that the caller has already found visible, in the order they joined. */
export const readMembers = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<MemberRow>> =>
  readNestedPage(ctx, MEMBERS, { projectId, id: projectId }, args, (raw) => toMemberRow(raw as unknown as Raw));

/** Memberships by `keyIn(project, person)` for the feed, which has already found who may see them. */
export const feedMemberLoader = defineLoader<MemberRow>(async (ctx, keys) => {
  const [projectIds, userIds] = idsOf(keys);
  const { rows } = await sql<Raw>`
    select ${COLUMNS} from unnest(${projectIds}::uuid[], ${userIds}::uuid[]) as wanted(project_id, user_id)
    join project_member m on m.project_id = wanted.project_id and m.user_id = wanted.user_id
    join project p on p.id = m.project_id and p.deleted_at is null`.execute(ctx.em.getKysely());
  return new Map(rows.map((raw) => [keyIn(raw.projectId, raw.id), toMemberRow(raw)]));
});
