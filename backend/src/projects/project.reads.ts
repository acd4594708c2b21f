import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { ONE_PLAN } from '../kernel/onePlan.js';
import { TOMBSTONE } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { defineLoader } from '../kernel/loaders.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { isTheirs, type Reach } from '../kernel/program.js';
import { entityRows, fieldsBut, type RowOf } from '../kernel/rows.js';
import { ProjectSchema } from './project.entity.js';

/** A project without what depends on who looks. */
export const PROJECT_FACTS = entityRows(ProjectSchema, 'p', fieldsBut(ProjectSchema, ...TOMBSTONE, 'purgedAt'));
export type ProjectFacts = RowOf<typeof PROJECT_FACTS>;

/** A project as the viewer sees it: with their role, of `project_member m`. */
export const PROJECTS = PROJECT_FACTS.with({ viewerRole: sql<ProjectRole>`m.role` });
export type ProjectRow = RowOf<typeof PROJECTS>;

/** `project p` joined to the viewer's own membership: what is not joined does not exist for them. */
const visibleTo = (viewer: Reach): RawBuilder<unknown> =>
  sql`project p join project_member m on m.project_id = p.id and ${isTheirs(viewer)}`;

/**
 * The ids of the viewer's projects, of which everything they see is. Deleting a project marks it alone, so whatever reads what
 * is in projects begins here, or joins the project for its mark.
 */
export const visibleProjects = (viewer: Reach): RawBuilder<unknown> =>
  sql`select m.project_id from project_member m
    join project p on p.id = m.project_id and p.deleted_at is null where ${isTheirs(viewer)}`;

/** The same but for those that are archived: what people are at now. For what is told of all projects at once. */
export const activeProjects = (viewer: Reach): RawBuilder<unknown> =>
  sql`${visibleProjects(viewer)} and p.archived_at is null`;

/** The project in which the viewer last changed something, of those that they can still change; null where there is none. */
export async function readLastProject(em: EntityManager, viewer: Reach): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select mine.project_id as id from (${activeProjects(viewer)}) mine cross join lateral (
      select c.at from change c
      where c.project_id = mine.project_id and c.actor_id = ${viewer.userId}::uuid and c.because is null
      order by c.at desc limit 1
    ) latest order by latest.at desc, mine.project_id desc limit 1`.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** Projects for the feed, which knows who may see them. */
export async function readProjectFacts(em: EntityManager, ids: readonly string[]): Promise<Map<string, ProjectFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await PROJECT_FACTS.read(
    em,
    sql`
    from project p where p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The viewer's projects by id, one statement for all that a request asks for at once. */
export const projectLoader = defineLoader<ProjectRow>(
  async (ctx, ids) => {
    const rows = await PROJECTS.read(
      ctx.em,
      sql`
      from ${visibleTo(requireViewer(ctx))}
      where p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null ${ONE_PLAN}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  },
  { forViewer: true },
);

/** One of the viewer's projects; NOT_FOUND when it is absent or foreign. */
export async function readProject(ctx: Context, id: string): Promise<ProjectRow> {
  const row = await projectLoader(ctx).load(id);
  if (!row) throw notFound('Project');
  return row;
}

const CREATED_ASC: Order = {
  name: 'CREATED_ASC',
  by: sql`p.created_at`,
  type: 'timestamptz',
  id: sql`p.id`,
  descending: false,
};

/** The viewer's projects that are archived, or those that are not, oldest first. */
export const readProjects = (ctx: Context, archived: boolean, args: PageArgs): Promise<Page<ProjectRow>> =>
  readPage(
    ctx,
    {
      rows: PROJECTS,
      from: visibleTo(requireViewer(ctx)),
      where: archived
        ? sql`p.deleted_at is null and p.archived_at is not null`
        : sql`p.deleted_at is null and p.archived_at is null`,
      order: CREATED_ASC,
    },
    args,
  );
