import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

export const refuseEditComment = (isAuthor: boolean): Refusal =>
  isAuthor ? null : 'Only its author can edit a comment';

export const refuseDeleteComment = (isAuthor: boolean, role: ProjectRole): Refusal =>
  isAuthor || role === 'OWNER' ? null : 'Only its author or an owner can delete a comment';
