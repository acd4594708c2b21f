import type { ProjectRole } from '../../contract/enums.js';
import type { Refusal } from '../projects/project.policy.js';

/** Every member creates, edits, moves and assigns the tasks of a project. */
export const refuseWriteTask = (_role: ProjectRole): Refusal => null;

/** Every member deletes tasks. */
export const refuseDeleteTask = (_role: ProjectRole): Refusal => null;

/** An assignee must be a member. */
export const refuseAssignee = (isMember: boolean): Refusal =>
  isMember ? null : 'Assignee must be a member of the project';
