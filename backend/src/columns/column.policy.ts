import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

export const refuseManageColumns = (role: ProjectRole): Refusal =>
  role === 'OWNER' ? null : 'Only an owner can change the columns';
