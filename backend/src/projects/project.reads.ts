import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import type { ProjectList } from '../../contract/projects.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { defineLoader } from '../request/loaders.js';
import { ascending, type Page, type PageArgs, readPage } from '../request/page.js';
import { isInScope, type AccessScope } from '../request/program.js';
import { entityRows, fieldNamesExcept, readById, type RowOf } from '../platform/database/rows.js';
import { ProjectSchema } from './project.entity.js';

/** Project fields that do not depend on the viewer. */
export const PROJECT_FACTS = entityRows(
  ProjectSchema,
  'p',
  fieldNamesExcept(ProjectSchema, ...SOFT_DELETE_FIELDS, 'purgedAt', 'tagColors'),
);
export type ProjectFacts = RowOf<typeof PROJECT_FACTS>;

/** Adds the viewer's role, from `project_member m`. */
export const PROJECTS = PROJECT_FACTS.with({ viewerRole: sql<ProjectRole>`m.role` });
export type ProjectRow = RowOf<typeof PROJECTS>;

/** Joins `project p` to the viewer's membership, so that other projects do not exist for them. */
const viewerProjects = (viewer: AccessScope): RawBuilder<unknown> =>
  sql`project p join project_member m on m.project_id = p.id and ${isInScope(viewer)}`;

/**
 * Selects the ids of the viewer's projects. Deleting a project marks only its own row, so every query for its contents
 * must use this or check `project.deleted_at`.
 */
export const visibleProjects = (viewer: AccessScope): RawBuilder<unknown> =>
  sql`select m.project_id from project_member m
    join project p on p.id = m.project_id and p.deleted_at is null where ${isInScope(viewer)}`;

/** Like visibleProjects, but without archived projects. */
export const activeProjects = (viewer: AccessScope): RawBuilder<unknown> =>
  sql`${visibleProjects(viewer)} and p.archived_at is null`;

/** Like activeProjects, but without templates: the projects that count in figures and activity. */
export const countedProjects = (viewer: AccessScope): RawBuilder<unknown> =>
  sql`${activeProjects(viewer)} and not p.is_template`;

/** SQL condition: the account `a` is a member of one of these projects. */
export const isMemberOf = (projectIds: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select 1 from project_member f where f.user_id = a.id and f.project_id = any(array(${projectIds})))`;

/** Returns the active project that the viewer changed last, or null. */
export async function readLastProject(em: EntityManager, viewer: AccessScope): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select mine.project_id as id from (${countedProjects(viewer)}) mine cross join lateral (
      select c.at from change c
      where c.project_id = mine.project_id and c.actor_id = ${viewer.userId}::uuid and c.because is null
      order by c.at desc limit 1
    ) latest order by latest.at desc, mine.project_id desc limit 1`.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** Reads projects for the feed, which has already checked access. */
export async function readProjectFacts(em: EntityManager, ids: readonly string[]): Promise<Map<string, ProjectFacts>> {
  if (ids.length === 0) return new Map();
  const rest = sql`from project p where p.id = any(${idArray(ids)}) and p.deleted_at is null ${PREPARABLE}`;
  return readById(PROJECT_FACTS, em, rest);
}

export const projectLoader = defineLoader<ProjectRow>(
  (ctx, ids) => {
    const mine = viewerProjects(requireViewer(ctx));
    const rest = sql`from ${mine} where p.id = any(${idArray(ids)}) and p.deleted_at is null ${PREPARABLE}`;
    return readById(PROJECTS, ctx.em, rest);
  },
  { forViewer: true },
);

/** Loads whether the viewer has muted projects. */
export const muteLoader = defineLoader<boolean>(
  async (ctx, ids) => {
    const { rows } = await sql<{ id: string }>`
      select project_id as id from project_mute
      where user_id = ${requireViewer(ctx).userId} and project_id = any(${idArray(ids)}) ${PREPARABLE}`.execute(
      ctx.em.getKysely(),
    );
    const muted = new Set(rows.map(({ id }) => id));
    return new Map(ids.map((id) => [id, muted.has(id)]));
  },
  { forViewer: true },
);

/** Returns one of the viewer's projects, or throws NOT_FOUND. */
export async function readProject(ctx: Context, id: string): Promise<ProjectRow> {
  const row = await projectLoader(ctx).load(id);
  if (!row) throw notFound('Project');
  return row;
}

const CREATED_ASC = ascending('CREATED_ASC', 'timestamptz', sql`p.created_at`, sql`p.id`);

/**
 * Returns the viewer's archived or active projects, oldest first: only templates if `templates` is true, otherwise all
 * but templates.
 */
export const readProjects = (
  ctx: Context,
  { archived, templates }: ProjectList,
  args: PageArgs,
): Promise<Page<ProjectRow>> =>
  readPage(
    ctx,
    {
      rows: PROJECTS,
      from: viewerProjects(requireViewer(ctx)),
      where: sql`p.deleted_at is null and ${archived ? sql`p.archived_at is not null` : sql`p.archived_at is null`}
        ${templates == null ? sql`` : sql`and p.is_template = ${templates}`}`,
      order: CREATED_ASC,
      isPreparable: true,
    },
    args,
  );
