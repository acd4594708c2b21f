import * as v from 'valibot';
import { PROJECT_ROLES } from './enums.js';
import { PROJECT_KEY } from './keys.js';
import { LIMITS } from './limits.js';
import { withReason } from './reasons.js';
import { dayField, idField, newIdField, optionalText, requiredText } from './text.js';
import { optionalFields, versionField } from './write.js';

export const projectNameField = requiredText('Name', LIMITS.projectNameMax);
const descriptionField = optionalText('Description', LIMITS.projectDescriptionMax);
export const colorField = v.pipe(
  v.string('Color must be like #2f8068'),
  v.regex(/^#[0-9a-f]{6}$/i, 'Color must be like #2f8068'),
  v.toLowerCase(),
);

export const projectKeyField = v.pipe(
  v.string('Key must be 2 to 6 letters and digits, beginning with a letter'),
  v.trim(),
  v.toUpperCase(),
  v.regex(PROJECT_KEY, 'Key must be 2 to 6 letters and digits, beginning with a letter'),
);

export const roleField = v.picklist(PROJECT_ROLES, 'Role must be OWNER, MEMBER, COMMENTER or VIEWER');

/** The day on which the first date of a copy falls. */
const datesFromField = v.exactOptional(v.nullable(dayField('First day')));

const partField = v.exactOptional(v.boolean('Parts must be true or false'));
/** What is copied besides the columns: checklists, comments and files of the copied tasks. */
export const copiedPartsSchema = v.object({
  tasks: partField,
  checklists: partField,
  comments: partField,
  files: partField,
  members: partField,
  views: partField,
});
export type CopiedParts = v.InferOutput<typeof copiedPartsSchema>;

/** What is copied if an input does not specify it. */
export const DEFAULT_PARTS: CopiedParts = { tasks: true, checklists: true, files: true };
const OF_TASKS = ['checklists', 'comments', 'files'] as const;
/** A choice of parts that a copied project has of its tasks. */
export type TaskPartChoice = (typeof OF_TASKS)[number];

/** Without a name, a copy is called "… (copy)" after its project. */
export const duplicateProjectSchema = v.object({
  id: newIdField,
  name: v.exactOptional(v.nullable(projectNameField)),
  key: v.exactOptional(v.nullable(projectKeyField)),
  with: v.exactOptional(
    v.nullable(
      v.pipe(
        copiedPartsSchema,
        v.check(
          withReason('partsNeedTasks', (parts) => parts.tasks === true || !OF_TASKS.some((name) => parts[name])),
          'Checklists, comments and files are copied with their tasks',
        ),
      ),
    ),
  ),
  datesFrom: datesFromField,
});

export const duplicateTaskSchema = v.object({ id: newIdField });

/** Without a color, a project gets one of the eight; without a key, one derived from its name. */
export const createProjectSchema = v.object({
  id: newIdField,
  name: projectNameField,
  description: descriptionField,
  color: v.nullish(colorField),
  key: v.nullish(projectKeyField),
  templateId: v.exactOptional(v.nullable(idField('Template must be an id'))),
  datesFrom: datesFromField,
});
export type CreateProjectInput = v.InferOutput<typeof createProjectSchema>;

export const createExampleProjectSchema = v.object({ id: newIdField });

export const updateProjectSchema = v.object({
  ...optionalFields({
    name: projectNameField,
    description: descriptionField,
    color: colorField,
    key: projectKeyField,
    isTemplate: v.boolean('isTemplate must be true or false'),
  }),
  version: versionField,
});
export type UpdateProjectInput = v.InferOutput<typeof updateProjectSchema>;

export const projectListSchema = v.object({
  archived: v.nullish(v.boolean('Archived must be true or false'), false),
  templates: v.nullish(v.boolean('Templates must be true or false')),
});
export type ProjectList = v.InferOutput<typeof projectListSchema>;

export const addMemberSchema = v.object({
  userId: idField('User is required', 'User must be an id'),
  role: v.nullish(roleField, 'MEMBER'),
});

export const updateMemberSchema = v.object({ role: roleField });
