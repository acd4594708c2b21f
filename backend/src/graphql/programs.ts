import type { ProgramUse } from '../kernel/program.js';

const READ: ProgramUse = { use: 'read' };
const WRITE: ProgramUse = { use: 'write' };
/** About more than some projects: not for a token that is limited to such. */
const READ_ALL: ProgramUse = { use: 'read', isWide: true };
const WRITE_ALL: ProgramUse = { use: 'write', isWide: true };
const NEVER: ProgramUse = { use: 'never' };

/**
 * What programs may do with each root field, and so with the REST rows that are its twins. What is not here is never theirs:
 * the account, sign-ins and tokens, members, roles and invitations, and that a project goes.
 */
export const PROGRAMS: Readonly<Record<string, ProgramUse>> = {
  me: READ,
  node: READ,
  nodes: READ,
  userLookup: READ_ALL,
  project: READ,
  projects: READ,
  createProject: WRITE_ALL,
  updateProject: WRITE,
  task: READ,
  tasks: READ,
  taskGroups: READ,
  createTask: WRITE,
  createTasks: WRITE,
  updateTask: WRITE,
  assignTask: WRITE,
  updateTaskStatus: WRITE,
  moveTask: WRITE,
  moveTaskToProject: WRITE,
  deleteTask: WRITE,
  bulkUpdateTasks: WRITE,
  trash: READ,
  restoreTask: WRITE,
  bulkRun: READ,
  startBulkRun: WRITE,
  stopBulkRun: WRITE,
  addChecklistItem: WRITE,
  addChecklistItems: WRITE,
  updateChecklistItem: WRITE,
  moveChecklistItem: WRITE,
  deleteChecklistItem: WRITE,
  addComment: WRITE,
  updateComment: WRITE,
  deleteComment: WRITE,
  // each act as by hand: `undo/inverses.ts` says which are never theirs
  undo: WRITE,
  notifications: READ_ALL,
  createNotification: WRITE_ALL,
  markNotificationRead: WRITE_ALL,
  markAllNotificationsRead: WRITE_ALL,
  deleteNotification: WRITE_ALL,
  clearNotifications: WRITE_ALL,
  views: READ_ALL,
  saveView: WRITE_ALL,
  updateView: WRITE_ALL,
  deleteView: WRITE_ALL,
  dashboardStats: READ,
  sinceLastVisit: READ,
  analytics: READ,
  people: READ,
  activity: READ,
  changes: READ,
  notificationChanged: READ_ALL,
};

/**
 * Fields of objects that are closed to programs although their root field is open, and so are the REST rows that answer
 * them: invitations hold addresses of people who never joined.
 */
export const CLOSED_FIELDS: readonly (readonly [type: string, field: string])[] = [['Project', 'invitations']];

/** What programs may do with a root field, or with a closed field as `Type.field`. */
export const programUseOf = (field: string | null): ProgramUse => PROGRAMS[field ?? ''] ?? NEVER;
