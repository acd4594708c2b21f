import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PREPARABLE } from '../platform/database/preparable.js';
import { notFound } from '../platform/lib/errors.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { type Context, requireViewer } from '../request/context.js';
import type { ViewFilter } from '../../contract/views.js';
import { enforce, refuseShare } from '../projects/project.policy.js';
import { readProject, visibleProjects } from '../projects/project.reads.js';
import { isActive } from '../users/user.reads.js';

export const SHARE_LINKS = new Rows({
  id: sql<string>`l.id`,
  projectId: sql<string>`l.project_id`,
  creatorId: sql<string>`l.creator_id`,
  viewName: sql<string | null>`l.view_name`,
  hasPassword: sql<boolean>`l.password_hash is not null`,
  initials: sql<boolean>`l.initials`,
  ending: sql<string>`l.ending`,
  createdAt: time(sql`l.created_at`),
  expiresAt: time<string | null>(sql`l.expires_at`),
});
export type ShareLinkRow = RowOf<typeof SHARE_LINKS>;

/** Returns the links of a project that have not ended, and the expired ones, newest first. OWNER only. */
export async function readShareLinks(ctx: Context, projectId: string): Promise<ShareLinkRow[]> {
  enforce(refuseShare((await readProject(ctx, projectId)).viewerRole));
  return SHARE_LINKS.read(
    ctx.em,
    sql`from share_link l where l.project_id = ${projectId} and l.ended_at is null
      order by l.created_at desc, l.id desc`,
  );
}

export const findShareLink = (em: EntityManager, id: string): Promise<ShareLinkRow> =>
  SHARE_LINKS.one(em, 'Link', sql`from share_link l where l.id = ${id}`);

/** Returns the project of a link, which may be revoked because repeated requests name it. Throws NOT_FOUND. */
export async function readShareLinkProjectId(ctx: Context, id: string): Promise<string> {
  const { rows } = await sql<{ projectId: string }>`
    select l.project_id as "projectId" from share_link l
    where l.id = ${id} and l.project_id in (${visibleProjects(requireViewer(ctx))})`.execute(ctx.em.getKysely());
  const [found] = rows;
  if (!found) throw notFound('Link');
  return found.projectId;
}

/**
 * The valid links `l` with their `project p`. A link ends when its project is deleted or archived, or when its creator
 * is no longer an owner or loses the account. These events also set `ended_at`, so that it stays ended; the conditions
 * here apply immediately, and to events that do not set it.
 */
const validLinks = (now: Date): RawBuilder<unknown> => sql`share_link l
  join project p on p.id = l.project_id and p.deleted_at is null and p.archived_at is null
  join project_member m on m.project_id = l.project_id and m.user_id = l.creator_id and m.role = 'OWNER'
  join account a on a.id = l.creator_id and ${isActive}
  where l.ended_at is null and (l.expires_at is null or l.expires_at > ${now})`;

/** The fields of a valid link that a visitor's request needs. */
const VALID_LINKS = new Rows({
  id: sql<string>`l.id`,
  projectId: sql<string>`l.project_id`,
  creatorId: sql<string>`l.creator_id`,
  passwordHash: sql<string | null>`l.password_hash`,
  filter: sql<ViewFilter>`l.filter`,
  initials: sql<boolean>`l.initials`,
  expiresAt: time<string | null>(sql`l.expires_at`),
  projectName: sql<string>`p.name`,
  projectColor: sql<string>`p.color`,
  tagColors: sql<Readonly<Record<string, string>>>`p.tag_colors`,
  /** The project's. */
  revision: sql<number>`p.revision`,
});
export type ValidLink = RowOf<typeof VALID_LINKS>;

/** Returns the valid link of a token; undefined if there is none. */
export async function findValidLink(em: EntityManager, tokenHash: string, now: Date): Promise<ValidLink | undefined> {
  const rest = sql`from ${validLinks(now)} and l.token_hash = ${tokenHash} ${PREPARABLE}`;
  return (await VALID_LINKS.read(em, rest))[0];
}

/** Returns the revisions of the projects of those links that are valid. */
export async function readLinkRevisions(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select l.id, p.revision from ${validLinks(now)} and l.id = any(${[...ids]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
