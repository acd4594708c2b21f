/** Closed lists of values that the API, the database and the forms share. Names are wire values. */

/** Where a task stands. Any status may follow any other. */
export const TaskStatus = { TODO: 'TODO', IN_PROGRESS: 'IN_PROGRESS', IN_REVIEW: 'IN_REVIEW', DONE: 'DONE' } as const;
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];
export const TASK_STATUSES = Object.values(TaskStatus);

/** How urgent a task is, in ascending order. */
export const TaskPriority = { LOW: 'LOW', MEDIUM: 'MEDIUM', HIGH: 'HIGH', URGENT: 'URGENT' } as const;
export type TaskPriority = (typeof TaskPriority)[keyof typeof TaskPriority];
export const TASK_PRIORITIES = Object.values(TaskPriority);

/** What a member may do in a project: an OWNER also manages members and roles and deletes the project. */
export const ProjectRole = { OWNER: 'OWNER', MEMBER: 'MEMBER' } as const;
export type ProjectRole = (typeof ProjectRole)[keyof typeof ProjectRole];
export const PROJECT_ROLES = Object.values(ProjectRole);

/** Orders a list of tasks can have; each ends in the id, so that it is total. */
export const TaskOrder = {
  CREATED_DESC: 'CREATED_DESC',
  CREATED_ASC: 'CREATED_ASC',
  UPDATED_DESC: 'UPDATED_DESC',
  DUE_ASC: 'DUE_ASC',
  PRIORITY_DESC: 'PRIORITY_DESC',
  TITLE_ASC: 'TITLE_ASC',
  RANK_ASC: 'RANK_ASC',
} as const;
export type TaskOrder = (typeof TaskOrder)[keyof typeof TaskOrder];
export const TASK_ORDERS = Object.values(TaskOrder);
