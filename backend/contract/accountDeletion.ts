import * as v from 'valibot';
import { proofSchema } from './auth.js';
import { PROJECTS_SAID_MAX } from './limits.js';
import { idField } from './text.js';

/** What becomes of a project that somebody owns who deletes their account: it is handed over, or deleted. */
const projectFateField = v.pipe(
  v.object({
    projectId: idField('Project is required', 'Project must be an id'),
    newOwnerId: v.nullish(idField('New owner is required', 'New owner must be an id')),
    delete: v.nullish(v.boolean('delete must be true or false')),
  }),
  v.check(
    (fate) => (fate.newOwnerId != null) !== (fate.delete === true),
    'Give each project either a new owner, or say that it is deleted',
  ),
);
export type ProjectFate = v.InferOutput<typeof projectFateField>;

/** Input of deleting one's account. */
export const deleteAccountSchema = v.object({
  ...proofSchema.entries,
  projects: v.pipe(
    v.nullish(v.array(projectFateField, 'projects must be a list'), []),
    v.maxLength(PROJECTS_SAID_MAX, `projects takes at most ${PROJECTS_SAID_MAX} projects`),
    v.check(
      (fates) => new Set(fates.map(({ projectId }) => projectId)).size === fates.length,
      'Name each project once',
    ),
  ),
});
