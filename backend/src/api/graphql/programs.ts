import type { ProgramUse } from '../../request/program.js';

const READ: ProgramUse = { use: 'read' };
const WRITE: ProgramUse = { use: 'write' };
/** Concerns more than single projects, so it is closed to tokens limited to some. */
const READ_ALL: ProgramUse = { use: 'read', isWide: true };
const WRITE_ALL: ProgramUse = { use: 'write', isWide: true };
const NEVER: ProgramUse = { use: 'never' };

/**
 * How API tokens may use each root field and its REST rows. A field that is not listed is closed to them, and a test fails.
 */
export const PROGRAMS: Readonly<Record<string, ProgramUse>> = {
  me: READ,
  node: READ,
  nodes: READ,
  userLookup: READ_ALL,
  project: READ,
  projects: READ,
  createProject: WRITE_ALL,
  createExampleProject: WRITE_ALL,
  updateProject: WRITE,
  createColumn: WRITE,
  updateColumn: WRITE,
  setTagColor: WRITE,
  moveColumn: WRITE,
  deleteColumn: WRITE,
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
  // undo does what the writes above do; `undo/inverses.ts` lists what API tokens can never undo
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
  // the account, sign-ins and tokens, members, roles and invitations, and the end of a project
  apiTokens: NEVER,
  sessions: NEVER,
  invitation: NEVER,
  pushKey: NEVER,
  exports: NEVER,
  export: NEVER,
  createApiToken: NEVER,
  revokeApiToken: NEVER,
  login: NEVER,
  completeLogin: NEVER,
  logout: NEVER,
  updateProfile: NEVER,
  changePassword: NEVER,
  forgotPassword: NEVER,
  resetPassword: NEVER,
  revertEmail: NEVER,
  updatePreferences: NEVER,
  removeAvatar: NEVER,
  revokeSession: NEVER,
  revokeOtherSessions: NEVER,
  beginTwoFactor: NEVER,
  confirmTwoFactor: NEVER,
  disableTwoFactor: NEVER,
  regenerateRecoveryCodes: NEVER,
  inviteMember: NEVER,
  resendInvitation: NEVER,
  revokeInvitation: NEVER,
  acceptInvitation: NEVER,
  archiveProject: NEVER,
  unarchiveProject: NEVER,
  deleteProject: NEVER,
  addProjectMember: NEVER,
  updateProjectMember: NEVER,
  removeProjectMember: NEVER,
  deleteAccount: NEVER,
  restoreAccount: NEVER,
  register: NEVER,
  subscribePush: NEVER,
  unsubscribePush: NEVER,
  requestExport: NEVER,
  restoreProject: NEVER,
  purge: NEVER,
};

/**
 * Fields of objects that are closed to programs although their root field is open, and so are the REST rows that answer
 * them: invitations hold addresses of people who never joined.
 */
export const CLOSED_FIELDS: readonly (readonly [type: string, field: string])[] = [['Project', 'invitations']];

/** What programs may do with a root field, or with a closed field as `Type.field`. */
export const programUseOf = (field: string | null): ProgramUse => PROGRAMS[field ?? ''] ?? NEVER;
