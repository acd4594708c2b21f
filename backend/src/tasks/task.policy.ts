import type { Refusal } from '../projects/project.policy.js';

/** Every member creates, edits, moves, assigns and deletes the tasks of a project; an assignee must be a member. */
export const refuseAssignee = (isMember: boolean): Refusal =>
  isMember ? null : 'Assignee must be a member of the project';
