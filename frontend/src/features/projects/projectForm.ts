import * as v from 'valibot';
import { PROJECT_COLORS } from '@contract/colors';
import { createProjectSchema } from '@contract/projects';

/** What the project form holds. */
export type ProjectFormFields = { name: string; description: string; color: string };

const rules = v.omit(createProjectSchema, ['id']);

/** The rules of a project's own fields, for a form that always has all of them. */
export const projectFormSchema = v.pipe(
  v.object({ name: v.string(), description: v.string(), color: v.string() }),
  v.transform((fields): v.InferInput<typeof rules> => fields),
  rules,
);

/** An empty form. */
export const emptyProject: ProjectFormFields = { name: '', description: '', color: PROJECT_COLORS[0].hex };

/** The fields of a project as the form holds them. */
export const toProjectFields = ({ name, description, color }: ProjectFormFields): ProjectFormFields => ({
  name,
  description,
  color,
});
