import * as v from 'valibot';
import type { CopiedParts } from '../../contract/projects.js';
import { createProject, duplicateProject } from '../copies/newProject.service.js';
import { duplicateTask } from '../copies/duplicateTask.service.js';
import { badRequest } from '../platform/lib/errors.js';
import { type ProjectRow, readProject } from '../projects/project.reads.js';
import type { Context } from '../request/context.js';
import { requireUse } from '../request/program.js';
import { dayField, describe, inputObject, nameField, optional, taskField } from './fields.js';
import { findProject, findTask, requireDay } from './names.js';
import { presentOne, presentProject, projectSchema, taskSchema } from './present.js';
import { tool } from './tool.js';
import { createWriteContext, formatChangeSets, keyField } from './write.js';

/** The parts of a project that an agent can copy. Members are left out, because people decide who may see a project. */
const PARTS = ['tasks', 'checklists', 'comments', 'files', 'views'] as const satisfies readonly (keyof CopiedParts)[];

const partsSchema = v.pipe(v.array(v.picklist(PARTS)), v.maxLength(PARTS.length));

interface ProjectCopy {
  name?: string | undefined;
  key?: string | undefined;
  include?: (typeof PARTS)[number][] | undefined;
  datesFrom?: string | undefined;
}

/** Copies a project, or creates one from a template. */
async function copyProject(
  write: Context,
  { id, isTemplate }: ProjectRow,
  { name, key, include, datesFrom }: ProjectCopy,
): Promise<ProjectRow> {
  const given = {
    ...(name !== undefined && { name }),
    ...(key !== undefined && { key }),
    ...(datesFrom !== undefined && { datesFrom: await requireDay(write, 'datesFrom', datesFrom) }),
  };
  const isOfTemplate = isTemplate && include === undefined;
  const parts = include && Object.fromEntries(include.map((part) => [part, true]));
  const { project } = isOfTemplate
    ? await createProject(write, { ...given, templateId: id })
    : await duplicateProject(write, id, { ...given, ...(parts && { with: parts }) });
  return readProject({ ...write, loaders: new Map() }, project.id);
}

export const duplicate = tool({
  name: 'duplicate',
  title: 'Duplicate a task or a project',
  description:
    'Copies a task with its subtasks, checklists and files to the place below it, or a project with its columns. A project that is a template becomes a new project. Copied tasks are open. A new project cannot be taken back by undo, and needs a token for all projects.',
  use: 'write',
  input: inputObject({
    task: v.optional(taskField),
    project: optional(nameField, 'Instead of a task: the key or the name of a project or a template.'),
    name: optional(nameField, 'The name of the new project. Required for a template.'),
    key: optional(
      v.pipe(v.string(), v.maxLength(10)),
      'Begins the keys of its tasks, like HARB; by default made of the name.',
    ),
    include: optional(
      partsSchema,
      'What of a project is copied besides its columns; by default tasks, checklists and files, and views of a template.',
    ),
    datesFrom: optional(
      dayField,
      'The dates of a project move so that the first one falls on this day: 2027-01-04, or words like next monday.',
    ),
    idempotencyKey: keyField,
  }),
  output: v.object({
    task: describe(v.nullable(taskSchema), 'The copy of a task.'),
    project: describe(v.nullable(projectSchema), 'The new project.'),
    undoId: describe(v.nullable(v.string()), 'Pass it to undo to take this back; null for a project.'),
  }),
  run: async (ctx, { task, project, idempotencyKey, ...copy }) => {
    if ((task === undefined) === (project === undefined)) throw badRequest('Give either a task or a project');
    const write = createWriteContext(ctx, idempotencyKey);
    if (project !== undefined) {
      requireUse(ctx, 'duplicate', { use: 'write', isWide: true });
      const made = await presentProject(write, await copyProject(write, await findProject(ctx, project), copy));
      return { answer: { task: null, project: made, undoId: null }, text: `Created the project ${made.key ?? ''}` };
    }
    if (Object.values(copy).some((value) => value !== undefined)) {
      throw badRequest('name, key, include and datesFrom are for projects');
    }
    const { id } = await findTask(ctx, task ?? '');
    const done = await duplicateTask(write, id, {});
    const made = await presentOne(write, done.task);
    return {
      answer: { task: made, project: null, undoId: formatChangeSets(write.changeSets) },
      text: `Created ${made.key ?? made.id}`,
    };
  },
});
