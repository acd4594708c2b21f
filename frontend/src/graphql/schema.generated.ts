/** A change set, as writes name theirs by `revisions`. */
export type ActInput = {
  /** The project. */
  projectId: string;
  /** Its revision. */
  revision: number;
};

/** Input of `addChecklistItem`. */
export type AddChecklistItemInput = {
  /** A UUID of your own for the item, so that a repeat is recognised. */
  id?: string | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
  /** 1 to 200 characters. */
  text: string;
};

/** Input of `addChecklistItems`. Messages of refusals stand at places like `items.2.text`. */
export type AddChecklistItemsInput = {
  /** In the order in which they are to stand; a checklist has up to 100. */
  items: Array<NewChecklistItemInput>;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
};

/** Input of `addComment`. */
export type AddCommentInput = {
  /** A UUID of your own for the comment, so that a repeat is recognised. */
  id?: string | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
  /** 1 to 5,000 characters. */
  text: string;
};

/** Input of `addProjectMember`. */
export type AddProjectMemberInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** MEMBER unless given. */
  role?: ProjectRole | null | undefined;
  /** The person to add; `userLookup` finds them. */
  userId: string;
};

/** Input of `archiveProject`. */
export type ArchiveProjectInput = {
  /** The project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `beginTwoFactor`. */
export type BeginTwoFactorInput = {
  /** The password as it is. */
  currentPassword: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** How a change of many tasks stands. */
export const BulkRunState = {
  /** Came through; `message` says if some tasks could not be changed. */
  Done: 'DONE',
  /** Nothing could be changed, or it could not be finished; `message` says why. */
  Failed: 'FAILED',
  /** Going on, whether or not anybody looks. */
  Running: 'RUNNING',
  /** Was stopped; what it had changed stays so. */
  Stopped: 'STOPPED'
} as const;

export type BulkRunState = typeof BulkRunState[keyof typeof BulkRunState];
/** Input of `bulkUpdateTasks`: the same change to many tasks, or their deletion, as one act. */
export type BulkUpdateTasksInput = {
  /** Tags to add. */
  addTags?: Array<string> | null | undefined;
  /** A member of all their projects; null for nobody. */
  assigneeId?: string | null | undefined;
  /** true deletes them. */
  delete?: boolean | null | undefined;
  /** When they are due; null takes the date away. */
  dueDate?: string | null | undefined;
  /** Up to 200 tasks, of one or several projects. */
  ids: Array<string>;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** How urgent they are. */
  priority?: TaskPriority | null | undefined;
  /** Tags to take away. */
  removeTags?: Array<string> | null | undefined;
  /** The column. */
  status?: TaskStatus | null | undefined;
};

/** What happened to an object. */
export const ChangeAction = {
  /** It was made. */
  Created: 'CREATED',
  /** It was deleted. */
  Deleted: 'DELETED',
  /** It was taken back. */
  Restored: 'RESTORED',
  /** Fields of it changed. */
  Updated: 'UPDATED'
} as const;

export type ChangeAction = typeof ChangeAction[keyof typeof ChangeAction];
/** A position in the log of a project. */
export type ChangeCursor = {
  /** The project. */
  projectId: string;
  /** The last revision you have seen: from an event, a payload, or the project itself. */
  revision: number;
};

/** The kinds of objects in the log of a project. */
export const ChangeEntity = {
  /** An item of a task’s checklist. */
  ChecklistItem: 'CHECKLIST_ITEM',
  /** A comment. */
  Comment: 'COMMENT',
  /** A membership; its entity id is the person’s. */
  Member: 'MEMBER',
  /** The project itself. */
  Project: 'PROJECT',
  /** A task. */
  Task: 'TASK'
} as const;

export type ChangeEntity = typeof ChangeEntity[keyof typeof ChangeEntity];
/** What an event of the live feed is. */
export const ChangeKind = {
  /** What one write did to a project. */
  Changes: 'CHANGES',
  /** A project you belong to and named no position of; follow it from this revision. */
  ProjectJoined: 'PROJECT_JOINED',
  /** A project you do not belong to any more, or that is deleted. */
  ProjectLeft: 'PROJECT_LEFT',
  /** Too much has happened to tell, or you named a position of another epoch: load the project anew; the feed goes on from this revision. */
  Resync: 'RESYNC'
} as const;

export type ChangeKind = typeof ChangeKind[keyof typeof ChangeKind];
/** A new password, and what proves that it is you. */
export type ChangePasswordInput = {
  /** With two-factor on: a code of the authenticator app or a recovery code. */
  code?: string | null | undefined;
  /** The password as it is. */
  currentPassword: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The password to be; the rules of registration hold. */
  newPassword: string;
};

/** Input of `clearNotifications`. */
export type ClearNotificationsInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `confirmTwoFactor`. */
export type ConfirmTwoFactorInput = {
  /** The code that the app shows now. */
  code: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `createApiToken`. */
export type CreateApiTokenInput = {
  /** A code of the app or a recovery code; asked only of who has two-factor on. It is used from then on. */
  code?: string | null | undefined;
  /** The password as it is. */
  currentPassword: string;
  /** When it shall end, within a year. */
  expiresAt: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** What to call it; 1 to 100 characters. */
  name: string;
  /** Only these projects of yours, up to 100; null or left out: all of yours. */
  projectIds?: Array<string> | null | undefined;
  /** What it shall let programs do. */
  scope: TokenScope;
};

/** Input of `createProject`. */
export type CreateProjectInput = {
  /** As `#rrggbb`; one of eight hues unless given. */
  color?: string | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** A UUID of your own for the project, so that a repeat is recognised. */
  id?: string | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
};

/** Input of `createTask`. */
export type CreateTaskInput = {
  /** A member of the project; null for nobody. */
  assigneeId?: string | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** When it is due; null for no date. */
  dueDate?: string | null | undefined;
  /** A UUID of your own for the task, so that a repeat is recognised. */
  id?: string | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** How urgent it is. */
  priority: TaskPriority;
  /** The project it belongs to. */
  projectId: string;
  /** The column to put it in; TODO unless given. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title: string;
};

/** Input of `createTasks`. Messages of refusals stand at places like `tasks.17.title`. */
export type CreateTasksInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project they belong to. */
  projectId: string;
  /** Up to 200, in the order in which they are to stand. */
  tasks: Array<NewTaskInput>;
};

/** Input of `deleteAccount`. */
export type DeleteAccountInput = {
  /** A code of the app or a recovery code; asked only of who has two-factor on. It is used from then on. */
  code?: string | null | undefined;
  /** The password as it is. */
  currentPassword: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** What becomes of your projects. Each that others belong to, and nobody but you owns, has to be named. Of one with another owner your membership ends with your account; one with nobody else in it is deleted with it. */
  projects?: Array<ProjectFateInput> | null | undefined;
};

/** Input of `deleteChecklistItem`. */
export type DeleteChecklistItemInput = {
  /** The item. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** Its task: where it is given, an item of another one is NOT_FOUND. */
  taskId?: string | null | undefined;
};

/** Input of `deleteComment`. */
export type DeleteCommentInput = {
  /** The comment. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteNotification`. */
export type DeleteNotificationInput = {
  /** Also those before it that belong with it (see `Notification.group`), up to 1,000; what came later stays as it is. */
  group?: boolean | null | undefined;
  /** The notification. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteProject`. */
export type DeleteProjectInput = {
  /** The project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteTask`. */
export type DeleteTaskInput = {
  /** The task. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteView`. */
export type DeleteViewInput = {
  /** The view. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `disableTwoFactor`. */
export type DisableTwoFactorInput = {
  /** A code of the app or a recovery code; asked only of who has two-factor on. It is used from then on. */
  code?: string | null | undefined;
  /** The password as it is. */
  currentPassword: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** How a download of your data stands. */
export const ExportStatus = {
  /** It could not be made. Ask for another one: this one does not count. */
  Failed: 'FAILED',
  /** Its file can be fetched. */
  Ready: 'READY',
  /** It is being made, or waits for its turn. */
  Running: 'RUNNING'
} as const;

export type ExportStatus = typeof ExportStatus[keyof typeof ExportStatus];
/** Input of `inviteMember`. */
export type InviteMemberInput = {
  /** Whom: an e-mail address, with an account or without one. */
  email: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** MEMBER unless given. */
  role?: ProjectRole | null | undefined;
};

/** Input of `markAllNotificationsRead`. */
export type MarkAllNotificationsReadInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `markNotificationRead`. */
export type MarkNotificationReadInput = {
  /** Also those before it that belong with it (see `Notification.group`), up to 1,000; what came later stays as it is. */
  group?: boolean | null | undefined;
  /** The notification. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `moveChecklistItem`. With neither neighbour the item goes to the end. */
export type MoveChecklistItemInput = {
  /** The item right above the place. One that is gone is ignored. */
  afterId?: string | null | undefined;
  /** The item right below the place. */
  beforeId?: string | null | undefined;
  /** The item. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** Its task: where it is given, an item of another one is NOT_FOUND. */
  taskId?: string | null | undefined;
};

/** Input of `moveTask`. With neither neighbour the task goes to the column’s end. */
export type MoveTaskInput = {
  /** The task right above the place; may be of another project. One that is gone or foreign is ignored. */
  afterId?: string | null | undefined;
  /** The task right below the place. */
  beforeId?: string | null | undefined;
  /** The task. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The column it was dropped in. */
  status: TaskStatus;
};

/** Input of `moveTaskToProject`. */
export type MoveTaskToProjectInput = {
  /** The task. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** One of your projects, to which its assignee belongs as well. */
  projectId: string;
};

/** One of several new items. */
export type NewChecklistItemInput = {
  /** A UUID of your own for the item. */
  id?: string | null | undefined;
  /** 1 to 200 characters. */
  text: string;
};

/** A comment of a new task. */
export type NewCommentInput = {
  /** 1 to 5,000 characters. */
  text: string;
};

/** One of many new tasks. */
export type NewTaskInput = {
  /** A member of the project; null for nobody. */
  assigneeId?: string | null | undefined;
  /** What you say about it, in order: up to 20 comments, 1,000 of all tasks. */
  comments?: Array<NewCommentInput> | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** When it is due; null for no date. */
  dueDate?: string | null | undefined;
  /** A UUID of your own for the task, so that a repeat is recognised. */
  id?: string | null | undefined;
  /** How urgent it is. */
  priority: TaskPriority;
  /** The column to put it in; TODO unless given. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title: string;
};

/** What happened to your notifications. */
export const NotificationAction = {
  /** A new one. */
  Added: 'ADDED',
  /** All were deleted. */
  Cleared: 'CLEARED',
  /** One was marked as read. */
  Read: 'READ',
  /** All were marked as read. */
  ReadAll: 'READ_ALL',
  /** One was deleted; the event carries its id only. */
  Removed: 'REMOVED',
  /** The count as it is now: the first event of every subscription, and when old ones were removed. */
  Sync: 'SYNC'
} as const;

export type NotificationAction = typeof NotificationAction[keyof typeof NotificationAction];
/** What a notification tells of. */
export const NotificationKind = {
  /** Somebody commented on tasks that you made, have or commented on. */
  Comment: 'COMMENT',
  /** Tasks of yours are due within 24 hours. */
  DueSoon: 'DUE_SOON',
  /** A download of your data is ready; see `exports`. */
  ExportReady: 'EXPORT_READY',
  /** You were added to a project, or somebody joined one by your invitation. */
  MemberAdded: 'MEMBER_ADDED',
  /** You were removed from a project. */
  MemberRemoved: 'MEMBER_REMOVED',
  /** Somebody mentioned you in a comment. */
  Mention: 'MENTION',
  /** You wrote it to yourself. */
  Note: 'NOTE',
  /** Tasks of yours are overdue. */
  Overdue: 'OVERDUE',
  /** Tasks were given to you. */
  TaskAssigned: 'TASK_ASSIGNED',
  /** Tasks that you made or have were put into another column. */
  TaskStatus: 'TASK_STATUS',
  /** Tasks were taken off you. */
  TaskUnassigned: 'TASK_UNASSIGNED'
} as const;

export type NotificationKind = typeof NotificationKind[keyof typeof NotificationKind];
/** What becomes of a project of yours when you delete your account: one of the two. */
export type ProjectFateInput = {
  /** True: it is deleted now, for all its members. Restoring your account brings it back. */
  delete?: boolean | null | undefined;
  /** Who owns it from now on: another of its members. You are a member of it until your account is gone. */
  newOwnerId?: string | null | undefined;
  /** A project that you own. */
  projectId: string;
};

/** What a member may do in a project. */
export const ProjectRole = {
  /** Edits the project and its tasks, deletes tasks, may leave. */
  Member: 'MEMBER',
  /** All a MEMBER may; also manages members and roles and deletes the project. */
  Owner: 'OWNER'
} as const;

export type ProjectRole = typeof ProjectRole[keyof typeof ProjectRole];
/** Input of `purge`. */
export type PurgeInput = {
  /** The deleted task or project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `regenerateRecoveryCodes`. */
export type RegenerateRecoveryCodesInput = {
  /** A code of the app or a recovery code; asked only of who has two-factor on. It is used from then on. */
  code?: string | null | undefined;
  /** The password as it is. */
  currentPassword: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `removeAvatar`. */
export type RemoveAvatarInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `removeProjectMember`. */
export type RemoveProjectMemberInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** The member; oneself to leave. */
  userId: string;
};

/** Input of `requestExport`. */
export type RequestExportInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `resendInvitation`. */
export type ResendInvitationInput = {
  /** The invitation. */
  invitationId: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** Input of `restoreProject`. */
export type RestoreProjectInput = {
  /** The deleted project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `restoreTask`. */
export type RestoreTaskInput = {
  /** The deleted task. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeApiToken`. */
export type RevokeApiTokenInput = {
  /** Which token. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeInvitation`. */
export type RevokeInvitationInput = {
  /** The invitation. */
  invitationId: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** Input of `revokeOtherSessions`. */
export type RevokeOtherSessionsInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeSession`. */
export type RevokeSessionInput = {
  /** Which session. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `saveView`. */
export type SaveViewInput = {
  /** Which tasks; all unless given. */
  filter?: ViewFilterInput | null | undefined;
  /** In which groups; in none unless given. */
  groupBy?: TaskGrouping | null | undefined;
  /** How; LIST unless given. */
  layout?: ViewLayout | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** What to call it; 1 to 60 characters. */
  name: string;
  /** In which order; CREATED_DESC unless given. */
  orderBy?: TaskOrder | null | undefined;
  /** One of your projects; null or left out: of all your tasks. */
  projectId?: string | null | undefined;
};

/** Input of `startBulkRun`: the same change to all tasks that match, or their deletion. */
export type StartBulkRunInput = {
  /** Tags to add. */
  addTags?: Array<string> | null | undefined;
  /** A member of all their projects; null for nobody. */
  assigneeId?: string | null | undefined;
  /** true deletes them. */
  delete?: boolean | null | undefined;
  /** When they are due; null takes the date away. */
  dueDate?: string | null | undefined;
  /** Up to 1,000 tasks that are left as they are. */
  except?: Array<string> | null | undefined;
  /** Which tasks, up to 20,000; all of yours unless given, which a deletion has to say ({}). */
  filter?: TaskFilter | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** How urgent they are. */
  priority?: TaskPriority | null | undefined;
  /** Tags to take away. */
  removeTags?: Array<string> | null | undefined;
  /** The column. */
  status?: TaskStatus | null | undefined;
};

/** Input of `stopBulkRun`. */
export type StopBulkRunInput = {
  /** The run. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `subscribePush`: what a browser’s `PushSubscription` says of itself (W3C Push API). */
export type SubscribePushInput = {
  /** Its secret `auth`: 16 bytes as base64url (RFC 8291). */
  auth: string;
  /** Its endpoint: https, of a known push service, up to 1000 characters. */
  endpoint: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** Its key `p256dh`: 65 bytes as base64url (RFC 8291). */
  p256dh: string;
};

/** When tasks are due, by the days of the time zone you have chosen (`Preferences.timeZone`) or the filter names; weeks begin on Monday. No task is in two of OVERDUE, TODAY, WEEK, LATER and NONE. */
export const TaskDue = {
  /** Due next week or later. */
  Later: 'LATER',
  /** Due next week, from Monday to Sunday. */
  NextWeek: 'NEXT_WEEK',
  /** Without a due date. */
  None: 'NONE',
  /** Due in the past and not DONE. */
  Overdue: 'OVERDUE',
  /** Due today or later, until Sunday, and not overdue: TODAY and WEEK. */
  ThisWeek: 'THIS_WEEK',
  /** Due today, and not overdue. */
  Today: 'TODAY',
  /** Due after today, until Sunday. */
  Week: 'WEEK'
} as const;

export type TaskDue = typeof TaskDue[keyof typeof TaskDue];
/** Which tasks a list shows; every condition given must hold. Null or an empty list filters nothing. */
export type TaskFilter = {
  /** true: of archived projects; false: of all others. Unless given, tasks of an archived project are found where the list is that of projects it names. */
  archived?: boolean | null | undefined;
  /** Assigned to this person. */
  assigneeId?: string | null | undefined;
  /** Assigned to one of these people; `"me"` is you, `"none"` is nobody. */
  assigneeIds?: Array<string> | null | undefined;
  /** DONE since this moment or later. */
  completedFrom?: string | null | undefined;
  /** DONE since before this moment. */
  completedTo?: string | null | undefined;
  /** DONE for at most so many days of 24 hours, 1 to 366. */
  completedWithinDays?: number | null | undefined;
  /** Made by one of these people. */
  creatorIds?: Array<string> | null | undefined;
  /** Due then, by your days. */
  due?: TaskDue | null | undefined;
  /** Due at this moment or later. */
  dueFrom?: string | null | undefined;
  /** Due before this moment. */
  dueTo?: string | null | undefined;
  /** Due in one of these, by your days. */
  dues?: Array<TaskDue> | null | undefined;
  /** Made by or assigned to this person. */
  involving?: string | null | undefined;
  /** true: due in the past and not DONE; false: all others. */
  overdue?: boolean | null | undefined;
  /** With one of these priorities. */
  priorities?: Array<TaskPriority> | null | undefined;
  /** Of this project. */
  projectId?: string | null | undefined;
  /** Of one of these projects. */
  projectIds?: Array<string> | null | undefined;
  /** With each word of this text somewhere in title or description, without regard to case and accents; up to 200 characters, of which the first 10 words count. */
  search?: string | null | undefined;
  /** In this column. */
  status?: TaskStatus | null | undefined;
  /** In one of these columns. */
  statuses?: Array<TaskStatus> | null | undefined;
  /** Carrying exactly this tag. */
  tag?: string | null | undefined;
  /** Carrying one of these tags. */
  tags?: Array<string> | null | undefined;
  /** By whose days `due` and `dues` count, as Europe/Berlin; those of the zone you have chosen unless given. */
  timeZone?: string | null | undefined;
  /** Changed at this moment or later, and up to a minute before: what was being written meanwhile comes twice rather than never. */
  updatedSince?: string | null | undefined;
};

/** What a list of tasks can be split up by. */
export const TaskGrouping = {
  /** By person. */
  Assignee: 'ASSIGNEE',
  /** By when they are due, in days of a time zone; weeks begin on Monday. */
  Due: 'DUE',
  /** By project. */
  Project: 'PROJECT',
  /** By column. */
  Status: 'STATUS'
} as const;

export type TaskGrouping = typeof TaskGrouping[keyof typeof TaskGrouping];
/** Orders of a list of tasks; ties are broken by id, in the same direction. */
export const TaskOrder = {
  /** First completed first; what is not done last. */
  CompletedAsc: 'COMPLETED_ASC',
  /** Last completed first; what is not done last. */
  CompletedDesc: 'COMPLETED_DESC',
  /** Oldest first. */
  CreatedAsc: 'CREATED_ASC',
  /** Newest first. */
  CreatedDesc: 'CREATED_DESC',
  /** Soonest due first; without a due date last. */
  DueAsc: 'DUE_ASC',
  /** Latest due first; without a due date last. */
  DueDesc: 'DUE_DESC',
  /** Least urgent first. */
  PriorityAsc: 'PRIORITY_ASC',
  /** Most urgent first. */
  PriorityDesc: 'PRIORITY_DESC',
  /** As on the board. */
  RankAsc: 'RANK_ASC',
  /** By title, without regard to case and accents, letters by their Unicode numbers. */
  TitleAsc: 'TITLE_ASC',
  /** By title, as TITLE_ASC, from the end. */
  TitleDesc: 'TITLE_DESC',
  /** Longest unchanged first. */
  UpdatedAsc: 'UPDATED_ASC',
  /** Last changed first. */
  UpdatedDesc: 'UPDATED_DESC'
} as const;

export type TaskOrder = typeof TaskOrder[keyof typeof TaskOrder];
/** How urgent a task is, in ascending order. */
export const TaskPriority = {
  /** Before the usual. */
  High: 'HIGH',
  /** Can wait. */
  Low: 'LOW',
  /** The usual. */
  Medium: 'MEDIUM',
  /** Now. */
  Urgent: 'URGENT'
} as const;

export type TaskPriority = typeof TaskPriority[keyof typeof TaskPriority];
/** Where a task stands; the columns of the board. Any may follow any other. */
export const TaskStatus = {
  /** Finished; never overdue. */
  Done: 'DONE',
  /** Being worked on. */
  InProgress: 'IN_PROGRESS',
  /** Being checked. */
  InReview: 'IN_REVIEW',
  /** Not begun. */
  Todo: 'TODO'
} as const;

export type TaskStatus = typeof TaskStatus[keyof typeof TaskStatus];
/** How the app looks. */
export const Theme = {
  /** Dark. */
  Dark: 'DARK',
  /** Light. */
  Light: 'LIGHT',
  /** As the device. */
  System: 'SYSTEM'
} as const;

export type Theme = typeof Theme[keyof typeof Theme];
/** What a token for programs lets them do. */
export const TokenScope = {
  /** Read what its person may read. */
  Read: 'READ',
  /** Also write tasks, comments, notes, and what projects are called; never manage members, roles or invitations, nor delete, purge or archive projects, nor touch the account. */
  Write: 'WRITE'
} as const;

export type TokenScope = typeof TokenScope[keyof typeof TokenScope];
/** What the trash holds. */
export const TrashKind = {
  /** A project with all that is in it: `restoreProject`. */
  Project: 'PROJECT',
  /** A task of a project that is there, with its comments: `restoreTask`. */
  Task: 'TASK'
} as const;

export type TrashKind = typeof TrashKind[keyof typeof TrashKind];
/** Input of `unarchiveProject`. */
export type UnarchiveProjectInput = {
  /** The project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `undo`. */
export type UndoInput = {
  /** What to take back: up to 50 change sets of the last 30 days, of whichever projects. */
  acts: Array<ActInput>;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `unsubscribePush`. */
export type UnsubscribePushInput = {
  /** Which subscription. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
};

/** Input of `updateChecklistItem`: only the fields to change. */
export type UpdateChecklistItemInput = {
  /** Is it ticked? */
  done?: boolean | null | undefined;
  /** The item. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** Its task: where it is given, an item of another one is NOT_FOUND. */
  taskId?: string | null | undefined;
  /** 1 to 200 characters. */
  text?: string | null | undefined;
  /** The version this change was made from. Fields changed by others since then to something else: CONFLICT. */
  version?: number | null | undefined;
};

/** Input of `updateComment`. */
export type UpdateCommentInput = {
  /** The comment. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** 1 to 5,000 characters. */
  text: string;
  /** The version this change was made from; changed since: CONFLICT. */
  version?: number | null | undefined;
};

/** Input of `updatePreferences`: only the keys to change. */
export type UpdatePreferencesInput = {
  /** Mails about what happens. */
  email?: boolean | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** Mails about memberships and new statuses, too. */
  projectUpdates?: boolean | null | undefined;
  /** Notifications in the app. */
  push?: boolean | null | undefined;
  /** Reminders of due tasks. */
  taskReminders?: boolean | null | undefined;
  /** How the app looks. */
  theme?: Theme | null | undefined;
  /** IANA name of the time zone. */
  timeZone?: string | null | undefined;
  /** A mail a week. */
  weeklyDigest?: boolean | null | undefined;
};

/** Input of `updateProfile`: only the fields to change. */
export type UpdateProfileInput = {
  /** With two-factor on: a code of the authenticator app or a recovery code. Only a changed email needs it. */
  code?: string | null | undefined;
  /** The password as it is: only a changed e-mail needs it. */
  currentPassword?: string | null | undefined;
  /** E-mail address; the rule of registration holds. */
  email?: string | null | undefined;
  /** Given name, up to 50 characters. */
  firstName?: string | null | undefined;
  /** Family name, up to 50 characters. */
  lastName?: string | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** 3 to 50 characters, no white space and no @. */
  username?: string | null | undefined;
};

/** Input of `updateProject`: only the fields to change. */
export type UpdateProjectInput = {
  /** As `#rrggbb`. */
  color?: string | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** The project. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** 1 to 100 characters. */
  name?: string | null | undefined;
  /** The version this change was made from. Fields changed by others since then to something else: CONFLICT. */
  version?: number | null | undefined;
};

/** Input of `updateProjectMember`. */
export type UpdateProjectMemberInput = {
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** The new role. */
  role: ProjectRole;
  /** The member. */
  userId: string;
};

/** Input of `updateTask`: only the fields to change. */
export type UpdateTaskInput = {
  /** A member of the project; null for nobody. */
  assigneeId?: string | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** When it is due; null for no date. */
  dueDate?: string | null | undefined;
  /** The task. */
  id: string;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** How urgent it is. */
  priority?: TaskPriority | null | undefined;
  /** The column; the place among the tasks stays. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title?: string | null | undefined;
  /** The version this change was made from. Fields changed by others since then to something else: CONFLICT. */
  version?: number | null | undefined;
};

/** Input of `updateView`: only the fields to change. */
export type UpdateViewInput = {
  /** Which tasks, in place of the former filter. */
  filter?: ViewFilterInput | null | undefined;
  /** In which groups; null for none. */
  groupBy?: TaskGrouping | null | undefined;
  /** The view. */
  id: string;
  /** How. */
  layout?: ViewLayout | null | undefined;
  /** An id you choose for this write (1 to 100 visible ASCII characters). Sent again with the same input within 30 days, it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it. */
  mutationId?: string | null | undefined;
  /** What to call it; 1 to 60 characters. */
  name?: string | null | undefined;
  /** In which order. */
  orderBy?: TaskOrder | null | undefined;
};

/** Which tasks a saved view shows, as `TaskFilter` says it; every condition given must hold. */
export type ViewFilterInput = {
  /** Assigned to one of these people, by id; `"me"` is whoever looks, `"none"` is nobody. */
  assigneeIds?: Array<string> | null | undefined;
  /** DONE for at most so many days of 24 hours. */
  completedWithinDays?: number | null | undefined;
  /** Due at this moment or later. */
  dueFrom?: string | null | undefined;
  /** Due before this moment. */
  dueTo?: string | null | undefined;
  /** Due in one of these, by the days of whoever looks. */
  dues?: Array<TaskDue> | null | undefined;
  /** With one of these priorities. */
  priorities?: Array<TaskPriority> | null | undefined;
  /** Of one of these projects. */
  projectIds?: Array<string> | null | undefined;
  /** With each word of this; up to 200 characters. */
  search?: string | null | undefined;
  /** In one of these columns. */
  statuses?: Array<TaskStatus> | null | undefined;
  /** Carrying one of these tags. */
  tags?: Array<string> | null | undefined;
};

/** How a saved view shows its tasks. */
export const ViewLayout = {
  /** In columns by status. */
  Board: 'BOARD',
  /** On the days they are due. */
  Calendar: 'CALENDAR',
  /** As cards. */
  Grid: 'GRID',
  /** In rows. */
  List: 'LIST'
} as const;

export type ViewLayout = typeof ViewLayout[keyof typeof ViewLayout];