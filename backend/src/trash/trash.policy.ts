import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

/** What others have had a part in goes for good by an owner alone, or by itself when its time is over. */
export const refusePurgeTask = (role: ProjectRole, isTheirsAlone: boolean): Refusal =>
  role === 'OWNER' || isTheirsAlone
    ? null
    : 'Only an owner can delete for good what others have written on. It goes by itself after 30 days';
