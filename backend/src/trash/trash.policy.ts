import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

/** Only an owner may purge a task that other people have changed. */
export const refusePurgeTask = (role: ProjectRole, isSoleAuthor: boolean): Refusal =>
  role === 'OWNER' || isSoleAuthor
    ? null
    : 'Only an owner can permanently delete a task that others have changed. It is deleted automatically after 30 days';
