import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

/** Only the author edits a comment. */
export const refuseEditComment = (isAuthor: boolean): Refusal =>
  isAuthor ? null : 'Only its author can edit a comment';

/** The author deletes a comment, and an owner of the project any. */
export const refuseDeleteComment = (isAuthor: boolean, role: ProjectRole): Refusal =>
  isAuthor || role === 'OWNER' ? null : 'Only its author or an owner can delete a comment';
