import * as v from 'valibot';
import { PROJECT_ROLES } from './enums.js';
import { PROJECT_KEY } from './keys.js';
import { LIMITS } from './limits.js';
import { idField, newIdField, optionalText, requiredText } from './text.js';
import { optionalFields, versionField } from './write.js';

const nameField = requiredText('Name', LIMITS.projectNameMax);
const descriptionField = optionalText('Description', LIMITS.projectDescriptionMax);
export const colorField = v.pipe(
  v.string('Color must be like #2f8068'),
  v.regex(/^#[0-9a-f]{6}$/i, 'Color must be like #2f8068'),
  v.toLowerCase(),
);

const projectKeyField = v.pipe(
  v.string('Key must be 2 to 6 letters and digits, beginning with a letter'),
  v.trim(),
  v.toUpperCase(),
  v.regex(PROJECT_KEY, 'Key must be 2 to 6 letters and digits, beginning with a letter'),
);

export const roleField = v.picklist(PROJECT_ROLES, 'Role must be OWNER, MEMBER, COMMENTER or VIEWER');

/** Without a color, a project gets one of the eight; without a key, one made of its name. */
export const createProjectSchema = v.object({
  id: newIdField,
  name: nameField,
  description: descriptionField,
  color: v.nullish(colorField),
  key: v.nullish(projectKeyField),
});
export type CreateProjectInput = v.InferOutput<typeof createProjectSchema>;

export const createExampleProjectSchema = v.object({ id: newIdField });

export const updateProjectSchema = v.object({
  ...optionalFields({ name: nameField, description: descriptionField, color: colorField, key: projectKeyField }),
  version: versionField,
});
export type UpdateProjectInput = v.InferOutput<typeof updateProjectSchema>;

export const projectListSchema = v.object({ archived: v.nullish(v.boolean('Archived must be true or false'), false) });

export const addMemberSchema = v.object({
  userId: idField('User is required', 'User must be an id'),
  role: v.nullish(roleField, 'MEMBER'),
});

export const updateMemberSchema = v.object({ role: roleField });
