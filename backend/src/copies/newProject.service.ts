import { sql } from 'kysely';
import { fitText } from '../../contract/graphemes.js';
import { LIMITS } from '../../contract/limits.js';
import {
  type CopiedParts,
  createProjectSchema,
  DEFAULT_PARTS,
  duplicateProjectSchema,
} from '../../contract/projects.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { COMMAND_MS, withDeadline } from '../platform/lib/deadline.js';
import { fieldError, forbidden, invalid, isNotFound, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { presentProject } from '../projects/project.presenter.js';
import { type ProjectRow, readProject, visibleProjects } from '../projects/project.reads.js';
import {
  type Loaded,
  loadProject,
  type NewProject,
  newProject,
  toProjectWritten,
} from '../projects/project.service.js';
import type { ProjectWrittenType } from '../projects/project.types.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates, limitMembers } from '../request/rates.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { command, type Tx } from '../write/command.js';
import { copyContents } from './copyContents.js';
import { limitCopy } from './limitCopy.js';

/** The project to copy, and the parts to copy. */
interface SourceProject {
  projectId: string;
  with: CopiedParts;
  datesFrom: string | null;
}

/** Returns the colors of a project's tags. Throws NOT_FOUND if the viewer has lost access to the project. */
async function readTagColors({ em, viewer }: Tx, id: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ tagColors: Record<string, string> }>`
    select tag_colors as "tagColors" from project where id = ${id} and id in (${visibleProjects(viewer)})`.execute(
    em.getKysely(),
  );
  if (!rows[0]) throw notFound('Project');
  return rows[0].tagColors;
}

/** Creates a project in one command, with the contents of the original, if any. */
async function create(
  ctx: Context,
  operation: string,
  input: { id?: string | null | undefined; projectId?: string },
  fields: Omit<NewProject, 'id'>,
  original: SourceProject | null,
): Promise<ProjectWrittenType> {
  const { userId } = requireViewer(ctx);
  await limitCreates(ctx);
  const id = input.id ?? newId();
  const timeZone = original ? (await readPreferences(ctx, userId)).timeZone : 'UTC';
  const work = () =>
    command<Loaded>(ctx, {
      operation,
      input,
      projectIds: [],
      run: async (tx) => {
        await requireUnusedIds(tx.em, 'project', [input.id]);
        const project = await newProject(tx, { ...fields, id });
        if (original) {
          const { projectId: from, ...what } = original;
          project.tagColors = await readTagColors(tx, from);
          await copyContents(
            tx,
            { from, into: id, timeZone, ...what },
            {
              onCount: (tasks, parts) => limitCopy(ctx, tasks, parts),
              onMember: (member) => limitMembers(ctx, member),
            },
          );
        }
        return { project, role: 'OWNER' };
      },
      receipt: ({ project }) => ({ id: project.id }),
      repeat: ({ id: made = '' }) => loadProject(ctx, made),
    });
  // A large copy takes longer than other requests may.
  const done = await (original ? withDeadline(COMMAND_MS, work) : work()).catch(
    rejectDuplicateId('project', async () => presentProject(ctx, await readProject(ctx, id))),
  );
  return toProjectWritten(done);
}

const TEMPLATE_NOT_FOUND = fieldError('templateNotFound', 'Template must be one of your templates');

/**
 * Returns one of the viewer's templates. Throws the same error for templates that do not exist and for those of other
 * people.
 */
async function readTemplate(ctx: Context, id: string): Promise<ProjectRow> {
  const template = await readProject(ctx, id).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (!template?.isTemplate) throw invalid({ templateId: TEMPLATE_NOT_FOUND });
  return template;
}

/**
 * Creates a project with the viewer as OWNER, with the contents of a template if one is named. Throws CONFLICT if the chosen id
 * exists.
 */
export async function createProject(ctx: Context, raw: unknown): Promise<ProjectWrittenType> {
  requireViewer(ctx);
  const input = parse(createProjectSchema, raw);
  const { templateId = null, datesFrom = null, ...fields } = input;
  if (templateId === null) return create(ctx, 'createProject', input, fields, null);
  const { description, color } = await readTemplate(ctx, templateId);
  return create(
    ctx,
    'createProject',
    input,
    { ...fields, description: fields.description || description, color: fields.color ?? color },
    { projectId: templateId, with: { ...DEFAULT_PARTS, views: true }, datesFrom },
  );
}

/** Returns the name of a copy, shortened to the maximum length. */
const nameOfCopy = (name: string): string => `${fitText(name, LIMITS.projectNameMax - ' (copy)'.length)} (copy)`;

/** Copies a project of the viewer, with them as OWNER. Throws CONFLICT if the chosen id exists. */
export async function duplicateProject(ctx: Context, rawId: unknown, raw: unknown): Promise<ProjectWrittenType> {
  const projectId = parseId(rawId);
  const input = parse(duplicateProjectSchema, raw);
  // People decide who sees a project, as when members are added one by one.
  if (input.with?.members && requireViewer(ctx).program) throw forbidden('A token for programs cannot copy members');
  const { name, description, color } = await readProject(ctx, projectId);
  return create(
    ctx,
    'duplicateProject',
    { projectId, ...input },
    { name: input.name ?? nameOfCopy(name), description, color, key: input.key ?? null },
    { projectId, with: input.with ?? DEFAULT_PARTS, datesFrom: input.datesFrom ?? null },
  );
}
