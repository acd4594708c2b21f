import { sql } from 'kysely';
import { PROJECT_COLORS } from '../../contract/colors.js';
import type { ProjectRole } from '../../contract/enums.js';
import { createProjectSchema, projectListSchema, updateProjectSchema } from '../../contract/projects.js';
import { command, leftBy, type Tx, type Written } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { conflict } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { collisions } from '../kernel/merge.js';
import type { Page, PageArgs } from '../kernel/page.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { bury, NOT_DELETED } from '../db/tombstone.js';
import { Membership } from './membership.entity.js';
import { Project } from './project.entity.js';
import { enforce, refuseDeleteProject } from './project.policy.js';
import { presentProject } from './project.presenter.js';
import { PROJECT_FACTS, type ProjectFacts, type ProjectRow, readProject, readProjects } from './project.reads.js';
import type { DeleteProjectPayload, ProjectWrittenType } from './project.types.js';

/** A project, and with which role the viewer looks at it. */
export interface Loaded {
  project: ProjectFacts;
  role: ProjectRole;
  /** Read for a repeat, as it is now; else it is the row of the command itself. */
  repeated?: true;
}

/** What a command has made of a project, as it is answered. */
export const written = ({
  result: { project, role, repeated },
  revision,
  revisions,
}: Written<Loaded>): ProjectWrittenType => ({
  // a command that changed nothing has given back the revision that its row still shows
  project: { ...PROJECT_FACTS.of(project), viewerRole: role, ...(!repeated && { revision }) },
  revision,
  revisions,
});

/** The project as it is now, for a repeat. */
export async function loadProject(ctx: Context, id: string): Promise<Loaded> {
  const { viewerRole, ...project } = await readProject(ctx, id);
  return { project, role: viewerRole, repeated: true };
}

/** A colour for a project that names none: the next of the eight. */
async function nextColor(tx: Tx): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_member where user_id = ${tx.viewer.userId}`.execute(tx.em.getKysely());
  return PROJECT_COLORS[(rows[0]?.count ?? 0) % PROJECT_COLORS.length]?.hex ?? PROJECT_COLORS[0].hex;
}

/** Makes a project with its maker as OWNER. CONFLICT when the chosen id exists. */
export async function createProject(ctx: Context, raw: unknown): Promise<ProjectWrittenType> {
  const input = parse(createProjectSchema, raw);
  await limitCreates(ctx);
  const id = input.id ?? newId();
  const done = await command<Loaded>(ctx, {
    operation: 'createProject',
    input,
    projectIds: [],
    run: async (tx) => {
      await refuseForeignIds(tx.em, 'project', [input.id]);
      const color = input.color ?? (await nextColor(tx));
      const project = tx.em.create(Project, {
        id,
        name: input.name,
        description: input.description,
        color,
        revision: 1,
        version: 1,
        createdAt: tx.now,
        updatedAt: tx.now,
        archivedAt: null,
        ...NOT_DELETED,
        purgedAt: null,
      });
      tx.em.create(Membership, { projectId: id, userId: tx.viewer.userId, role: 'OWNER', joinedAt: tx.now });
      tx.openProject(id);
      return { project, role: 'OWNER' };
    },
    receipt: ({ project }) => ({ id: project.id }),
    repeat: ({ id: made = '' }) => loadProject(ctx, made),
  }).catch(refuseKnownId('project', async () => presentProject(ctx, await readProject(ctx, id))));
  return written(done);
}

/** Changes name, description or colour. CONFLICT with the current project when a field was changed since `version`. */
export async function updateProject(ctx: Context, rawId: unknown, raw: unknown): Promise<ProjectWrittenType> {
  const id = parseId(rawId);
  const { version, ...patch } = parse(updateProjectSchema, raw);
  const done = await command<Loaded>(ctx, {
    operation: 'updateProject',
    input: { id, version, ...patch },
    projectIds: [id],
    run: async (tx) => {
      const project = await tx.em.findOneOrFail(Project, { id });
      if ((await collisions(tx.em, project, patch, version, tx.revisionOf(id))).length > 0) {
        throw conflict('Somebody else has changed this project', async () =>
          presentProject(ctx, await readProject(ctx, id)),
        );
      }
      tx.em.assign(project, patch);
      return { project, role: tx.roleIn(id) };
    },
    repeat: () => loadProject(ctx, id),
  });
  return written(done);
}

/** Deletes a project with everything in it, which takes as long for many tasks as for none. OWNER only. */
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
      // what is in it is seen through it alone, and stays as it is
      bury(project, tx.viewer.userId, tx.revisionOf(id), tx.now);
    },
  });
  return { projectId: id, ...leftBy(done) };
}

/** One of the viewer's projects; NOT_FOUND when absent or foreign. */
export async function getProject(ctx: Context, rawId: unknown): Promise<ProjectRow> {
  requireViewer(ctx);
  return readProject(ctx, parseId(rawId));
}

/** A page of the viewer's projects, oldest first: those that are archived, or those that are not. */
export async function listProjects(
  ctx: Context,
  { archived, ...page }: PageArgs & { archived?: unknown },
): Promise<Page<ProjectRow>> {
  requireViewer(ctx);
  return readProjects(ctx, parse(projectListSchema, { archived }).archived, page);
}
