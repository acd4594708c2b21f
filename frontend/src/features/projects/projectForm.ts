import * as v from 'valibot';
import { PROJECT_COLORS } from '@contract/colors';
import { createProjectSchema } from '@contract/projects';

export type ProjectFormFields = { name: string; description: string; color: string; key: string };

const rules = v.omit(createProjectSchema, ['id']);

/** The rules of a project's own fields, for a form with all of them. */
export const projectFormSchema = v.pipe(
  v.object({ name: v.string(), description: v.string(), color: v.string(), key: v.string() }),
  v.transform((fields): v.InferInput<typeof rules> => ({ ...fields, key: fields.key.trim() || null })),
  rules,
);

export const emptyProject: ProjectFormFields = { name: '', description: '', color: PROJECT_COLORS[0].hex, key: '' };

export const toProjectFields = ({
  name,
  description,
  color,
  key,
}: Omit<ProjectFormFields, 'key'> & { key: string | null }): ProjectFormFields => ({
  name,
  description,
  color,
  key: key ?? '',
});
