import { sql } from 'kysely';
import { PROJECT_COLORS } from '../../contract/colors.js';
import type { ProjectRole } from '../../contract/enums.js';
import { projectListSchema, updateProjectSchema } from '../../contract/projects.js';
import { command, pickRevisions, type Tx, type Written } from '../write/command.js';
import { type Context, requireViewer } from '../request/context.js';
import { conflict } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { applyPatch } from '../write/merge.js';
import type { Page, PageArgs } from '../request/page.js';
import { parse } from '../platform/lib/parse.js';
import { softDelete, NOT_DELETED } from '../platform/database/softDelete.js';
import { Membership } from './membership.entity.js';
import { Project } from './project.entity.js';
import { chooseKey, requireFreeKey } from './projectKey.js';
import { enforce, refuseChangeKey, refuseDeleteProject } from './project.policy.js';
import { presentProject } from './project.presenter.js';
import { PROJECT_FACTS, type ProjectFacts, type ProjectRow, readProject, readProjects } from './project.reads.js';
import type { DeleteProjectPayload, ProjectWrittenType } from './project.types.js';

export interface Loaded {
  project: ProjectFacts;
  role: ProjectRole;
  /** Set if the project was read again for a repeated request, instead of taken from the command. */
  repeated?: true;
}

/** Builds the payload of a project command. */
export const toProjectWritten = ({
  result: { project, role, repeated },
  revision,
  revisions,
}: Written<Loaded>): ProjectWrittenType => ({
  // a command without changes gives its revision back; the row still has it
  project: { ...PROJECT_FACTS.of(project), viewerRole: role, ...(!repeated && { revision }) },
  revision,
  revisions,
});

/** Reads the project for a repeated request. */
export async function loadProject(ctx: Context, id: string): Promise<Loaded> {
  const { viewerRole, ...project } = await readProject(ctx, id);
  return { project, role: viewerRole, repeated: true };
}

async function nextColor(tx: Tx): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_member where user_id = ${tx.viewer.userId}`.execute(tx.em.getKysely());
  return PROJECT_COLORS[(rows[0]?.count ?? 0) % PROJECT_COLORS.length]?.hex ?? PROJECT_COLORS[0].hex;
}

export interface NewProject {
  id: string;
  name: string;
  description: string;
  color?: string | null | undefined;
  key?: string | null | undefined;
  tagColors?: Readonly<Record<string, string>>;
  isExample?: boolean;
  isTemplate?: boolean;
}

export async function newProject(tx: Tx, { color, key, ...fields }: NewProject): Promise<Project> {
  const project = tx.em.create(Project, {
    tagColors: {},
    isExample: false,
    isTemplate: false,
    ...fields,
    color: color ?? (await nextColor(tx)),
    key: await chooseKey(tx, { key, name: fields.name }),
    revision: 1,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
    archivedAt: null,
    ...NOT_DELETED,
    purgedAt: null,
  });
  tx.em.create(Membership, { projectId: fields.id, userId: tx.viewer.userId, role: 'OWNER', joinedAt: tx.now });
  tx.openProject(fields.id);
  return project;
}

/** Updates a project. CONFLICT with the current project if a field was changed since `version`. */
export async function updateProject(ctx: Context, rawId: unknown, raw: unknown): Promise<ProjectWrittenType> {
  const id = parseId(rawId);
  const { version, ...fields } = parse(updateProjectSchema, raw);
  // the version comes first because earlier releases hash the input in this order
  const patch = { version, ...fields };
  const done = await command<Loaded>(ctx, {
    operation: 'updateProject',
    input: { id, ...patch },
    projectIds: [id],
    run: async (tx) => {
      const project = await tx.em.findOneOrFail(Project, { id });
      if (fields.key !== undefined && fields.key !== project.key) {
        enforce(refuseChangeKey(tx.roleIn(id)));
        await requireFreeKey(tx, fields.key);
      }
      await applyPatch(tx, project, id, patch, () =>
        conflict('Someone else has changed this project', async () => presentProject(ctx, await readProject(ctx, id))),
      );
      return { project, role: tx.roleIn(id) };
    },
    repeat: () => loadProject(ctx, id),
  });
  return toProjectWritten(done);
}

/** Deletes a project in constant time, whatever its size. OWNER only. */
export async function deleteProject(ctx: Context, rawId: unknown): Promise<DeleteProjectPayload> {
  const id = parseId(rawId);
  const done = await command(ctx, {
    operation: 'deleteProject',
    input: { id },
    projectIds: [id],
    inArchived: true,
    run: async (tx) => {
      enforce(refuseDeleteProject(tx.roleIn(id)));
      const project = await tx.em.findOneOrFail(Project, { id });
      // its contents are visible only through the project and stay unchanged
      softDelete(project, tx.viewer.userId, tx.revisionOf(id), tx.now);
    },
  });
  return { projectId: id, ...pickRevisions(done) };
}

export async function getProject(ctx: Context, rawId: unknown): Promise<ProjectRow> {
  requireViewer(ctx);
  return readProject(ctx, parseId(rawId));
}

/** Lists the viewer's archived or active projects, oldest first. */
export async function listProjects(
  ctx: Context,
  { archived, templates, ...page }: PageArgs & { archived?: unknown; templates?: unknown },
): Promise<Page<ProjectRow>> {
  requireViewer(ctx);
  return readProjects(ctx, parse(projectListSchema, { archived, templates }), page);
}
