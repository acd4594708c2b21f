import * as v from 'valibot';
import { proofSchema } from './auth.js';
import { DELETION_PROJECTS_MAX } from './limits.js';
import { withReason } from './reasons.js';
import { idField } from './text.js';

/** The decision about an owned project when its owner deletes their account: a new owner, or deletion. */
export const projectFateSchema = v.pipe(
  v.object({
    projectId: idField('Project is required', 'Project must be an id'),
    newOwnerId: v.nullish(idField('New owner is required', 'New owner must be an id')),
    delete: v.nullish(v.boolean('delete must be true or false')),
  }),
  v.check(
    withReason('ownerOrDelete', (fate) => (fate.newOwnerId != null) !== (fate.delete === true)),
    'Give each project either a new owner or delete: true',
  ),
);
export type ProjectFate = v.InferOutput<typeof projectFateSchema>;

export const deleteAccountSchema = v.object({
  ...proofSchema.entries,
  projects: v.pipe(
    v.nullish(v.array(projectFateSchema, 'projects must be a list'), []),
    v.maxLength(DELETION_PROJECTS_MAX, `projects takes at most ${DELETION_PROJECTS_MAX} projects`),
    v.check(
      withReason('repeated', (fates) => new Set(fates.map(({ projectId }) => projectId)).size === fates.length),
      'Name each project once',
    ),
  ),
});
