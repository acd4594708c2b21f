/** The state of an account. */
export const AccountState = {
  /** Its person can sign in. */
  Active: 'ACTIVE',
  /** It is deleted after 14 days; until then its person can restore it. */
  Leaving: 'LEAVING',
  /** No one can sign in to it. */
  Suspended: 'SUSPENDED'
} as const;

export type AccountState = typeof AccountState[keyof typeof AccountState];
/** A change set, as in the `revisions` of a write. */
export type ActInput = {
  /** The project. */
  projectId: string;
  /** Its revision. */
  revision: number;
};

/** Input of `addChecklistItem`. */
export type AddChecklistItemInput = {
  /** A UUID that you choose for the item, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
  /** 1 to 200 characters. */
  text: string;
};

/** Input of `addChecklistItems`. Errors have paths like `items.2.text`. */
export type AddChecklistItemsInput = {
  /** In order; a checklist has up to 100 items. */
  items: Array<NewChecklistItemInput>;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
};

/** Input of `addComment`. */
export type AddCommentInput = {
  /** A UUID that you choose for the comment, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
  /** 1 to 10,000 characters. */
  text: string;
};

/** Input of `addProjectMember`. */
export type AddProjectMemberInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** MEMBER by default. */
  role?: ProjectRole | null | undefined;
  /** The person to add; `userLookup` finds them. */
  userId: string;
};

/** Input of `archiveProject`. */
export type ArchiveProjectInput = {
  /** The project. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `beginTwoFactor`. */
export type BeginTwoFactorInput = {
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `beginUpload`. */
export type BeginUploadInput = {
  /** A UUID that you choose for the attachment. With it, an upload that was cut is continued within a day. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 255 characters, without folders. */
  name: string;
  /** Its size in bytes. A file that is too large is refused before it is sent. */
  size: number;
  /** The task to which the file is attached. */
  taskId: string;
};

/** The state of a bulk run. */
export const BulkRunState = {
  /** Finished; `message` says if some tasks could not be changed. */
  Done: 'DONE',
  /** No task could be changed, or the run could not be finished; `message` says why. */
  Failed: 'FAILED',
  /** In progress. */
  Running: 'RUNNING',
  /** Stopped; the tasks it had changed stay changed. */
  Stopped: 'STOPPED'
} as const;

export type BulkRunState = typeof BulkRunState[keyof typeof BulkRunState];
/** Input of `bulkUpdateTasks`: the same change to many tasks, or their deletion, in one step. */
export type BulkUpdateTasksInput = {
  /** Tags to add. */
  addTags?: Array<string> | null | undefined;
  /** The task directly above their new place. They follow it in the order of `ids`. */
  afterId?: string | null | undefined;
  /** A member of all their projects; null for unassigned. */
  assigneeId?: string | null | undefined;
  /** The task directly below their new place. */
  beforeId?: string | null | undefined;
  /** The column to move them to; all tasks must be of its project. Give this or `status`. */
  columnId?: string | null | undefined;
  /** true deletes the tasks. */
  delete?: boolean | null | undefined;
  /** When they are due; null removes the date. */
  dueDate?: string | null | undefined;
  /** The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone (`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date. */
  dueDay?: string | null | undefined;
  /** Up to 200 tasks, of one or several projects. */
  ids: Array<string>;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** How urgent they are. */
  priority?: TaskPriority | null | undefined;
  /** Tags to remove. */
  removeTags?: Array<string> | null | undefined;
  /** The day on which their work starts, at the latest their due days; null for none. */
  startDate?: string | null | undefined;
  /** The status. Tasks with another one move to the first column of the new status. */
  status?: TaskStatus | null | undefined;
};

/** What a calendar feed contains. */
export const CalendarFeedKind = {
  /** Events (VEVENT), which every calendar shows. */
  Events: 'EVENTS',
  /** To-dos (VTODO), for programs that list them, like Thunderbird. */
  Todos: 'TODOS'
} as const;

export type CalendarFeedKind = typeof CalendarFeedKind[keyof typeof CalendarFeedKind];
/** What happened to an object. */
export const ChangeAction = {
  /** It was created. */
  Created: 'CREATED',
  /** It was deleted. */
  Deleted: 'DELETED',
  /** It was restored. */
  Restored: 'RESTORED',
  /** Some of its fields changed. */
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
  /** A file of a task. */
  Attachment: 'ATTACHMENT',
  /** An item of a task’s checklist. */
  ChecklistItem: 'CHECKLIST_ITEM',
  /** A column of the board. */
  Column: 'COLUMN',
  /** A comment. */
  Comment: 'COMMENT',
  /** A membership; its entity id is the id of the person. */
  Member: 'MEMBER',
  /** The project itself. */
  Project: 'PROJECT',
  /** A task. */
  Task: 'TASK',
  /** A relation between two tasks. */
  TaskRelation: 'TASK_RELATION'
} as const;

export type ChangeEntity = typeof ChangeEntity[keyof typeof ChangeEntity];
/** The kind of an event of the live feed. */
export const ChangeKind = {
  /** The changes of one write to a project. */
  Changes: 'CHANGES',
  /** A project you belong to and gave no position for; its events start after this revision. */
  ProjectJoined: 'PROJECT_JOINED',
  /** A project you no longer belong to, or that was deleted. */
  ProjectLeft: 'PROJECT_LEFT',
  /** Too many changes to send, or your position is of another epoch: reload the project; its events continue after this revision. */
  Resync: 'RESYNC'
} as const;

export type ChangeKind = typeof ChangeKind[keyof typeof ChangeKind];
/** A new password, and proof of your identity. */
export type ChangePasswordInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The new password; the rules of registration apply. */
  newPassword: string;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `clearNotifications`. */
export type ClearNotificationsInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `completeOidc`. */
export type CompleteOidcInput = {
  /** The `code` of the provider’s answer. */
  code: string;
  /** The token of an invitation link: a new account joins its project. */
  invitation?: string | null | undefined;
  /** The `iss` of the provider’s answer; required if the provider sends it. */
  iss?: string | null | undefined;
  /** An id you choose for this write. Ignored, because calls without a sign-in have no idempotency. */
  mutationId?: string | null | undefined;
  /** The `state` of the provider’s answer. */
  state: string;
  /** The secret that the sign-in began with. */
  verifier: string;
};

/** Input of `confirmTwoFactor`. */
export type ConfirmTwoFactorInput = {
  /** The code that the app shows. */
  code: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** What is copied besides the columns of a project. */
export type CopiedParts = {
  /** The checklists of the tasks, unticked. */
  checklists?: boolean | null | undefined;
  /** The comments on the tasks, as yours: `copiedFrom` says who wrote them, and when. */
  comments?: boolean | null | undefined;
  /** The files of the tasks. */
  files?: boolean | null | undefined;
  /** Its members, with their roles. You become an OWNER. Without them, tasks stay assigned only to you. */
  members?: boolean | null | undefined;
  /** Its tasks, with their relations and subtasks. Tasks that are done are open again, in the first column of what is to do. */
  tasks?: boolean | null | undefined;
  /** The views of it that you have saved, as far as you have room for more. */
  views?: boolean | null | undefined;
};

/** Input of `createApiToken`. */
export type CreateApiTokenInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** When it expires, within a year. */
  expiresAt: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name; 1 to 100 characters. */
  name: string;
  /** Only these projects of yours, up to 100; null or absent for all of yours. */
  projectIds?: Array<string> | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
  /** What it allows. */
  scope: TokenScope;
};

/** Input of `createCalendarFeed`. */
export type CreateCalendarFeedInput = {
  /** Whether it contains events or to-dos. */
  as: CalendarFeedKind;
  /** Which tasks it contains; all of yours by default. */
  filter?: ViewFilterInput | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name, which calendars show; 1 to 100 characters. */
  name: string;
};

/** Input of `createColumn`. Without neighbors it follows the last column of its status. */
export type CreateColumnInput = {
  /** The column directly before it. */
  afterId?: string | null | undefined;
  /** The column directly after it. */
  beforeId?: string | null | undefined;
  /** As `#rrggbb`; null for the color of its status. */
  color?: string | null | undefined;
  /** Whether the board shows it only while it has tasks. false by default. */
  hidden?: boolean | null | undefined;
  /** How many open tasks it should have at most, 1 to 9,999; null for no limit. More are allowed. */
  limit?: number | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 50 characters, unlike the other columns of the project. */
  name: string;
  /** The project. */
  projectId: string;
  /** What it means. */
  status: TaskStatus;
};

/** Input of `createExampleProject`. */
export type CreateExampleProjectInput = {
  /** A UUID that you choose for the project, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `createFileTicket`. */
export type CreateFileTicketInput = {
  /** The attachment. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `createProject`. */
export type CreateProjectInput = {
  /** As `#rrggbb`; by default that of the template, or one of eight colors. */
  color?: string | null | undefined;
  /** With a template. A day like 2027-01-04: all dates move so that the first one falls on it, and times keep their hour in your time zone. By default, dates stay. */
  datesFrom?: string | null | undefined;
  /** Up to 1,000 characters. */
  description?: string | null | undefined;
  /** A UUID that you choose for the project, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** Begins the keys of its tasks: 2 to 6 letters and digits. By default made of the name. Your projects have different keys. */
  key?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /** A project of yours that is a template, whose columns, tasks, checklists, files and views it gets. */
  templateId?: string | null | undefined;
};

/** Input of `createShareLink`. */
export type CreateShareLinkInput = {
  /** When it expires; null or absent for never. */
  expiresAt?: string | null | undefined;
  /** Whether it shows the initials of assignees. False by default. */
  initials?: boolean | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** A password that visitors need; null or absent for none. It opens the link for 12 hours. */
  password?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** A saved view of yours. The link copies its filter; null or absent for all tasks of the project. */
  viewId?: string | null | undefined;
};

/** Input of `createTask`. */
export type CreateTaskInput = {
  /** A member of the project; null for unassigned. */
  assigneeId?: string | null | undefined;
  /** Its column, which also decides its status; by default the first column of the status. */
  columnId?: string | null | undefined;
  /** Up to 1,000 characters; `updateTask` and `createTasks` take longer ones. */
  description?: string | null | undefined;
  /** When it is due; null for no date. Its present value changes nothing, and another one clears `dueDay`. */
  dueDate?: string | null | undefined;
  /** The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone (`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date. */
  dueDay?: string | null | undefined;
  /** A UUID that you choose for the task, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task of the same project that it is a subtask of; null or absent for the top level. */
  parentId?: string | null | undefined;
  /** How urgent it is. */
  priority: TaskPriority;
  /** The project it belongs to. */
  projectId: string;
  /** How it repeats; by default it does not. */
  repeat?: RepeatInput | null | undefined;
  /** The day on which its work starts, like 2026-11-25, at the latest its due day; null for none. */
  startDate?: string | null | undefined;
  /** Its status; TODO by default. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title: string;
};

/** Input of `createTasks`. Errors have paths like `tasks.17.title`. */
export type CreateTasksInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project they belong to. */
  projectId: string;
  /** Up to 200 tasks, in order. */
  tasks: Array<NewTaskInput>;
};

/** Input of `createWebhook`. */
export type CreateWebhookInput = {
  /** Which changes are sent: names like `task.created`, `comment.*` or `*`. A matching change set is sent whole. */
  events: Array<string>;
  /** The form of its messages; STANDARD by default. */
  format?: WebhookFormat | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name; 1 to 100 characters. */
  name: string;
  /** The project; null or absent for all your projects. */
  projectId?: string | null | undefined;
  /** An address that begins with https://, without a name or password in it. Private addresses are refused. */
  url: string;
};

/** How a date like 03/04/2026 is read. */
export const DateOrder = {
  /** April 3. */
  DayFirst: 'DAY_FIRST',
  /** March 4. */
  MonthFirst: 'MONTH_FIRST'
} as const;

export type DateOrder = typeof DateOrder[keyof typeof DateOrder];
/** Input of `deleteAccount`. */
export type DeleteAccountInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Decisions about your projects. Required for each project that has other members but no other owner. In a project with another owner, your membership ends with your account; a project without other members is deleted with it. */
  projects?: Array<ProjectFateInput> | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `deleteAccountOf`. */
export type DeleteAccountOfInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `deleteAttachment`. */
export type DeleteAttachmentInput = {
  /** The attachment to delete. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteChecklistItem`. */
export type DeleteChecklistItemInput = {
  /** The item. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its task. NOT_FOUND if it is given and the item belongs to another task. */
  taskId?: string | null | undefined;
};

/** Input of `deleteColumn`. */
export type DeleteColumnInput = {
  /** The column. */
  id: string;
  /** The column of the same project and status that gets its tasks. */
  moveTasksTo: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteComment`. */
export type DeleteCommentInput = {
  /** The comment. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteNotification`. */
export type DeleteNotificationInput = {
  /** Also the older notifications of its group (see `Notification.group`), up to 1,000; newer ones are not changed. */
  group?: boolean | null | undefined;
  /** The notification. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteProject`. */
export type DeleteProjectInput = {
  /** The project. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteTask`. */
export type DeleteTaskInput = {
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteView`. */
export type DeleteViewInput = {
  /** The view. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `deleteWebhook`. */
export type DeleteWebhookInput = {
  /** Which webhook. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** The state of a message. */
export const DeliveryState = {
  /** The receiver answered 2xx. */
  Delivered: 'DELIVERED',
  /** There will be no further attempt. */
  Failed: 'FAILED',
  /** An attempt failed; there will be another one. */
  Pending: 'PENDING'
} as const;

export type DeliveryState = typeof DeliveryState[keyof typeof DeliveryState];
/** What became of a part of a text. */
export const DiffKind = {
  /** It was added. */
  Added: 'ADDED',
  /** It was removed. */
  Removed: 'REMOVED',
  /** It is in both texts. */
  Same: 'SAME'
} as const;

export type DiffKind = typeof DiffKind[keyof typeof DiffKind];
/** Input of `disableTwoFactor`. */
export type DisableTwoFactorInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `duplicateProject`. */
export type DuplicateProjectInput = {
  /** A day like 2027-01-04: all dates move so that the first one falls on it, and times keep their hour in your time zone. By default, dates stay. */
  datesFrom?: string | null | undefined;
  /** A UUID that you choose for the project, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** Begins the keys of its tasks: 2 to 6 letters and digits. By default made of the name. Your projects have different keys. */
  key?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 100 characters. By default the name of the project with the word “copy”. */
  name?: string | null | undefined;
  /** The project to copy. */
  projectId: string;
  /** What to copy; by default tasks, checklists and files. */
  with?: CopiedParts | null | undefined;
};

/** Input of `duplicateTask`. */
export type DuplicateTaskInput = {
  /** A UUID that you choose for the copy, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task to copy. */
  taskId: string;
};

/** Input of `endSeries`. */
export type EndSeriesInput = {
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** The status of a download of your data. */
export const ExportStatus = {
  /** It could not be created. Request another one: this one does not count. */
  Failed: 'FAILED',
  /** Its file can be downloaded. */
  Ready: 'READY',
  /** It is being created or waits in the queue. */
  Running: 'RUNNING'
} as const;

export type ExportStatus = typeof ExportStatus[keyof typeof ExportStatus];
/** What a column of a table becomes. */
export const ImportField = {
  /** Whether it is archived: a word, a tick, or a date. */
  Archived: 'ARCHIVED',
  /** Names or addresses of people. */
  Assignee: 'ASSIGNEE',
  /** A comment. Several columns can be comments. */
  Comment: 'COMMENT',
  /** When it was created. */
  Created: 'CREATED',
  /** The description. */
  Description: 'DESCRIPTION',
  /** Whether it is done: a word, a tick, or the date on which it was. */
  Done: 'DONE',
  /** The due date. */
  Due: 'DUE',
  /** Its id, by which a second import knows it again. */
  Id: 'ID',
  /** Nothing. */
  Ignore: 'IGNORE',
  /** A line at the end of the description. */
  Keep: 'KEEP',
  /** The list, which becomes a column of the board. */
  List: 'LIST',
  /** The id or the title of its parent. */
  Parent: 'PARENT',
  /** The priority, in words. */
  Priority: 'PRIORITY',
  /** The start date. */
  Start: 'START',
  /** Tags, separated by commas. Several columns can be tags. */
  Tags: 'TAGS',
  /** The title. */
  Title: 'TITLE',
  /** When it was last changed. */
  Updated: 'UPDATED',
  /** Its address. */
  Url: 'URL'
} as const;

export type ImportField = typeof ImportField[keyof typeof ImportField];
/** What a column of a table becomes. */
export type ImportFieldInput = {
  /** Its name in the file. */
  column: string;
  /** What it becomes. */
  field: ImportField;
};

/** Where the tasks of a list go. */
export type ImportListInput = {
  /** A column of the project. */
  columnId?: string | null | undefined;
  /** Without a column: the status of the new one. */
  status?: TaskStatus | null | undefined;
  /** The name of the list. */
  theirs: string;
};

/** Where the contents of a file go. */
export type ImportMappingInput = {
  /** Whether archived tasks are imported, as done ones; true by default. */
  archived?: boolean | null | undefined;
  /** How dates are read. */
  dateOrder?: DateOrder | null | undefined;
  /** Of a table: what its columns become. Others are guessed by their names. */
  fields?: Array<ImportFieldInput> | null | undefined;
  /** Where the tasks of lists go. Others are matched by their names. */
  lists?: Array<ImportListInput> | null | undefined;
  /** Of a download: the id of the project that is imported; the first one by default. */
  project?: string | null | undefined;
};

/** A new project for an import. */
export type ImportNewProjectInput = {
  /** The prefix of its tasks’ keys; made of the name by default. */
  key?: string | null | undefined;
  /** Its name. */
  name: string;
};

/** Who a person of the file is. */
export type ImportPersonInput = {
  /** Their name or address in the file. */
  theirs: string;
  /** A member of the project; null for no one. */
  userId?: string | null | undefined;
};

/** Where an import comes from. */
export const ImportSource = {
  /** A CSV export of Asana. */
  Asana: 'ASANA',
  /** The download of your data, or the archive with its files. One project of it is imported. */
  Cairn: 'CAIRN',
  /** A table with one task a row: comma, semicolon, tab or bar; in UTF-8, UTF-16 or another common encoding, which is detected. */
  Csv: 'CSV',
  /** A CSV export of Jira, whose texts are in wiki markup. */
  Jira: 'JIRA',
  /** A CSV export of Linear. */
  Linear: 'LINEAR',
  /** A board of Planka 2, in the file that `npm run import -- planka` makes. */
  Planka: 'PLANKA',
  /** The CSV template of a Todoist project. */
  Todoist: 'TODOIST',
  /** The JSON file of a Trello board. */
  Trello: 'TRELLO',
  /** The zip of a data export of Vikunja. Several projects become one, with their names as tags. */
  Vikunja: 'VIKUNJA'
} as const;

export type ImportSource = typeof ImportSource[keyof typeof ImportSource];
/** The state of an import. */
export const ImportState = {
  /** Finished; the report says what it did or, for a dry run, would do. */
  Done: 'DONE',
  /** It could not go on; `failure` says why. What it had made stays. */
  Failed: 'FAILED',
  /** The file is read, or its tasks are made. */
  Running: 'RUNNING',
  /** Stopped; what it had made stays. */
  Stopped: 'STOPPED',
  /** What it made is being moved to the trash. */
  Undoing: 'UNDOING',
  /** What it made and no one has changed is in the trash. */
  Undone: 'UNDONE',
  /** It waits for its file. */
  Waiting: 'WAITING'
} as const;

export type ImportState = typeof ImportState[keyof typeof ImportState];
/** Input of `inviteAccount`. */
export type InviteAccountInput = {
  /** The address to invite. */
  email: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `inviteMember`. */
export type InviteMemberInput = {
  /** The email address to invite, with or without an account. */
  email: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** MEMBER by default. */
  role?: ProjectRole | null | undefined;
};

/** The channels of a kind of notifications. */
export type KindChannelsInput = {
  /** In the app. */
  app?: boolean | null | undefined;
  /** By email. */
  email?: boolean | null | undefined;
  /** The kind. */
  kind: NotificationKind;
  /** As push notifications. */
  push?: boolean | null | undefined;
};

/** Input of `linkIdentity`. */
export type LinkIdentityInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
  /** The provider; the only one if absent. */
  provider?: string | null | undefined;
};

/** Input of `markAllNotificationsRead`. */
export type MarkAllNotificationsReadInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `markNotificationRead`. */
export type MarkNotificationReadInput = {
  /** Also the older notifications of its group (see `Notification.group`), up to 1,000; newer ones are not changed. */
  group?: boolean | null | undefined;
  /** The notification. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `moveChecklistItem`. Without neighbors the item goes to the end. */
export type MoveChecklistItemInput = {
  /** The item directly above. Ignored if it is deleted. */
  afterId?: string | null | undefined;
  /** The item directly below. */
  beforeId?: string | null | undefined;
  /** The item. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its task. NOT_FOUND if it is given and the item belongs to another task. */
  taskId?: string | null | undefined;
};

/** Input of `moveColumn`. Without neighbors the column goes to the end. */
export type MoveColumnInput = {
  /** The column directly before it. */
  afterId?: string | null | undefined;
  /** The column directly after it. */
  beforeId?: string | null | undefined;
  /** The column. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `moveTask`. Without neighbors the task goes to the end of the column. */
export type MoveTaskInput = {
  /** The task directly above; can be of another project. Ignored if it is deleted or not visible to you. */
  afterId?: string | null | undefined;
  /** The task directly below. */
  beforeId?: string | null | undefined;
  /** The column to move it to; of a deleted one, the column that got its tasks. Give this or `status`. */
  columnId?: string | null | undefined;
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its new status. If it has another one now, it moves to the first column of the new status. */
  status?: TaskStatus | null | undefined;
};

/** Input of `moveTaskToProject`. */
export type MoveTaskToProjectInput = {
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** One of your projects. The task’s assignee must be a member of it. */
  projectId: string;
};

/** Input of `muteProject`. */
export type MuteProjectInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** One of several new items. */
export type NewChecklistItemInput = {
  /** A UUID that you choose for the item. */
  id?: string | null | undefined;
  /** 1 to 200 characters. */
  text: string;
};

/** A comment of a new task. */
export type NewCommentInput = {
  /** 1 to 10,000 characters. */
  text: string;
};

/** One of many new tasks. */
export type NewTaskInput = {
  /** A member of the project; null for unassigned. */
  assigneeId?: string | null | undefined;
  /** Its column, which also decides its status; by default the first column of the status. */
  columnId?: string | null | undefined;
  /** Comments, in order: up to 20 per task, 1,000 in all. */
  comments?: Array<NewCommentInput> | null | undefined;
  /** Up to 50,000 characters. */
  description?: string | null | undefined;
  /** When it is due; null for no date. Its present value changes nothing, and another one clears `dueDay`. */
  dueDate?: string | null | undefined;
  /** The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone (`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date. */
  dueDay?: string | null | undefined;
  /** A UUID that you choose for the task, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** The task of the same project that it is a subtask of; null or absent for the top level. */
  parentId?: string | null | undefined;
  /** How urgent it is. */
  priority: TaskPriority;
  /** How it repeats; by default it does not. */
  repeat?: RepeatInput | null | undefined;
  /** The day on which its work starts, like 2026-11-25, at the latest its due day; null for none. */
  startDate?: string | null | undefined;
  /** Its status; TODO by default. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title: string;
};

/** What happened to your notifications. */
export const NotificationAction = {
  /** A new notification. */
  Added: 'ADDED',
  /** All notifications were deleted. */
  Cleared: 'CLEARED',
  /** A notification was marked as read. */
  Read: 'READ',
  /** All notifications were marked as read. */
  ReadAll: 'READ_ALL',
  /** A notification was deleted or snoozed; the event carries only its id. */
  Removed: 'REMOVED',
  /** The current count: the first event of every subscription, and after old notifications were removed. */
  Sync: 'SYNC'
} as const;

export type NotificationAction = typeof NotificationAction[keyof typeof NotificationAction];
/** The kind of a notification. */
export const NotificationKind = {
  /** Someone commented on tasks that you created, are assigned to, commented on or watch. */
  Comment: 'COMMENT',
  /** Your tasks are due within 24 hours. */
  DueSoon: 'DUE_SOON',
  /** A download of your data is ready; see `exports`. */
  ExportReady: 'EXPORT_READY',
  /** You were added to a project, or someone joined one by your invitation. */
  MemberAdded: 'MEMBER_ADDED',
  /** You were removed from a project. */
  MemberRemoved: 'MEMBER_REMOVED',
  /** Someone mentioned you in a comment. */
  Mention: 'MENTION',
  /** A note that you wrote to yourself. */
  Note: 'NOTE',
  /** Your tasks are overdue. */
  Overdue: 'OVERDUE',
  /** Tasks were assigned to you. */
  TaskAssigned: 'TASK_ASSIGNED',
  /** Tasks that you created, are assigned to or watch got another status. */
  TaskStatus: 'TASK_STATUS',
  /** You were unassigned from tasks. */
  TaskUnassigned: 'TASK_UNASSIGNED'
} as const;

export type NotificationKind = typeof NotificationKind[keyof typeof NotificationKind];
/** The decision about one of your projects when you delete your account: `newOwnerId` or `delete`. */
export type ProjectFateInput = {
  /** `true` deletes the project now for all its members. Restoring your account restores it. */
  delete?: boolean | null | undefined;
  /** The new owner, another of its members. You stay a member until your account is deleted. */
  newOwnerId?: string | null | undefined;
  /** A project that you own. */
  projectId: string;
};

/** What a member may do in a project. */
export const ProjectRole = {
  /** Reads the project and comments on its tasks. */
  Commenter: 'COMMENTER',
  /** Edits the project and its tasks, deletes tasks, and can leave. */
  Member: 'MEMBER',
  /** Can do what a MEMBER can, manages members and roles, and deletes the project. */
  Owner: 'OWNER',
  /** Reads the project. */
  Viewer: 'VIEWER'
} as const;

export type ProjectRole = typeof ProjectRole[keyof typeof ProjectRole];
/** Input of `purge`. */
export type PurgeInput = {
  /** The deleted task or project. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `redeliver`. */
export type RedeliverInput = {
  /** Which delivery. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its webhook. NOT_FOUND if it is another one. */
  webhookId?: string | null | undefined;
};

/** Input of `redeliverSince`. */
export type RedeliverSinceInput = {
  /** Which webhook. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project; needed for a webhook of all your projects. */
  projectId?: string | null | undefined;
  /** The revision after which everything is sent again. */
  revision: number;
};

/** Input of `regenerateRecoveryCodes`. */
export type RegenerateRecoveryCodesInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `reinstateAccount`. */
export type ReinstateAccountInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `relateTasks`. */
export type RelateTasksInput = {
  /** What the task is to the other one. BLOCKS and DUPLICATES cannot form a circle. */
  kind: RelationKind;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The other task, of the same project. A task has at most 100 relations. */
  otherId: string;
  /** The task that blocks or duplicates the other one, or is related to it. */
  taskId: string;
};

/** How a task is related to another one. */
export const RelationKind = {
  /** The other task cannot be done before it. */
  Blocks: 'BLOCKS',
  /** It asks for the same as the other task. */
  Duplicates: 'DUPLICATES',
  /** They belong together, in both directions. */
  Relates: 'RELATES'
} as const;

export type RelationKind = typeof RelationKind[keyof typeof RelationKind];
/** Input of `removeAvatar`. */
export type RemoveAvatarInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `removeProjectMember`. */
export type RemoveProjectMemberInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** The member; yourself to leave. */
  userId: string;
};

/** Input of `renameAttachment`. */
export type RenameAttachmentInput = {
  /** The attachment. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 255 characters, without folders. */
  name: string;
  /** The version this change was made from. CONFLICT if someone else has renamed it since then. */
  version?: number | null | undefined;
};

/** How a task repeats. */
export type RepeatInput = {
  /** How many times it repeats in all, the first time included; null for no end. */
  count?: number | null | undefined;
  /** From when on the next day is counted; `FROM_DUE` by default. */
  mode?: RepeatMode | null | undefined;
  /** A recurrence rule of RFC 5545 that is daily or coarser, without `COUNT` and `UNTIL`, like `FREQ=WEEKLY;BYDAY=TU`. */
  rule: string;
  /** The time zone of its days, for example Europe/Berlin. */
  timeZone: string;
  /** The last day on which it can be due, like 2026-11-27; null for no end. */
  until?: string | null | undefined;
};

/** From when on the next day of a repeating task is counted. */
export const RepeatMode = {
  /** From the day it was done. */
  FromDone: 'FROM_DONE',
  /** From the day it was due: the next day of the rule that has not passed. */
  FromDue: 'FROM_DUE'
} as const;

export type RepeatMode = typeof RepeatMode[keyof typeof RepeatMode];
/** Input of `requestExport`. */
export type RequestExportInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `resendInvitation`. */
export type ResendInvitationInput = {
  /** The invitation. */
  invitationId: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** Input of `resendVerification`. */
export type ResendVerificationInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `resetTwoFactor`. */
export type ResetTwoFactorInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `restoreProject`. */
export type RestoreProjectInput = {
  /** The deleted project. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `restoreTask`. */
export type RestoreTaskInput = {
  /** The deleted task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeAccountInvitation`. */
export type RevokeAccountInvitationInput = {
  /** The invitation. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeApiToken`. */
export type RevokeApiTokenInput = {
  /** Which token. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeCalendarFeed`. */
export type RevokeCalendarFeedInput = {
  /** Which feed. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeInvitation`. */
export type RevokeInvitationInput = {
  /** The invitation. */
  invitationId: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** Input of `revokeOtherSessions`. */
export type RevokeOtherSessionsInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeSession`. */
export type RevokeSessionInput = {
  /** Which session. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `revokeShareLink`. */
export type RevokeShareLinkInput = {
  /** The link. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its project. NOT_FOUND if it is another one. */
  projectId?: string | null | undefined;
};

/** Input of `rotateWebhookSecret`. */
export type RotateWebhookSecretInput = {
  /** Which webhook. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `saveView`. */
export type SaveViewInput = {
  /** The tasks to show; all by default. */
  filter?: ViewFilterInput | null | undefined;
  /** The grouping; none by default. */
  groupBy?: TaskGrouping | null | undefined;
  /** The layout; LIST by default. */
  layout?: ViewLayout | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name; 1 to 60 characters. */
  name: string;
  /** The order of the tasks; CREATED_DESC by default. */
  orderBy?: TaskOrder | null | undefined;
  /** One of your projects; null or absent for all your tasks. */
  projectId?: string | null | undefined;
};

/** Input of `sendResetLink`. */
export type SendResetLinkInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `sendTestMail`. */
export type SendTestMailInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `setAdmin`. */
export type SetAdminInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** Whether its person is to be an administrator. */
  isAdmin: boolean;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** Input of `setCover`. */
export type SetCoverInput = {
  /** One of the task’s files; null for none. */
  attachmentId?: string | null | undefined;
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `setParent`. */
export type SetParentInput = {
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** A task of the same project with fewer than 200 subtasks; null for the top level. There are at most 3 levels, with the task at the top. */
  parentId?: string | null | undefined;
};

/** Input of `setRepeat`. */
export type SetRepeatInput = {
  /** How many times it repeats in all, the first time included; null for no end. */
  count?: number | null | undefined;
  /** The task. */
  id: string;
  /** From when on the next day is counted; `FROM_DUE` by default. */
  mode?: RepeatMode | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** A recurrence rule of RFC 5545 that is daily or coarser, without `COUNT` and `UNTIL`, like `FREQ=WEEKLY;BYDAY=TU`. */
  rule: string;
  /** The time zone of its days, for example Europe/Berlin. */
  timeZone: string;
  /** The last day on which it can be due, like 2026-11-27; null for no end. */
  until?: string | null | undefined;
  /** The version this change was made from. CONFLICT if someone else has changed how it repeats since then. */
  version?: number | null | undefined;
};

/** Input of `setTagColor`. */
export type SetTagColorInput = {
  /** As `#rrggbb`; null for none. Up to 200 tags of a project can have one. */
  color?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The tag: up to 30 characters, without commas. It need not be on a task yet. */
  name: string;
  /** The project. */
  projectId: string;
};

/** Input of `skipOccurrence`. */
export type SkipOccurrenceInput = {
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `snoozeNotification`. */
export type SnoozeNotificationInput = {
  /** Also the older notifications of its group (see `Notification.group`), up to 1,000. */
  group?: boolean | null | undefined;
  /** The notification. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** When it comes back, at most 366 days from now; null to bring it back now. */
  until?: string | null | undefined;
};

/** Input of `startBulkRun`: the same change to all tasks that match, or their deletion. */
export type StartBulkRunInput = {
  /** Tags to add. */
  addTags?: Array<string> | null | undefined;
  /** A member of all their projects; null for unassigned. */
  assigneeId?: string | null | undefined;
  /** true deletes the tasks. */
  delete?: boolean | null | undefined;
  /** When they are due; null removes the date. */
  dueDate?: string | null | undefined;
  /** The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone (`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date. */
  dueDay?: string | null | undefined;
  /** Up to 1,000 tasks to leave out. */
  except?: Array<string> | null | undefined;
  /** Selects up to 20,000 tasks. By default all of yours; to delete all of them, give {}. */
  filter?: TaskFilter | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** How urgent they are. */
  priority?: TaskPriority | null | undefined;
  /** Tags to remove. */
  removeTags?: Array<string> | null | undefined;
  /** The day on which their work starts, at the latest their due days; null for none. */
  startDate?: string | null | undefined;
  /** The status. Tasks with another one move to the first column of the new status. */
  status?: TaskStatus | null | undefined;
};

/** Input of `startImport`. */
export type StartImportInput = {
  /** Whether to make nothing and only say what would happen; true by default. */
  dryRun?: boolean | null | undefined;
  /** Use the file of this earlier import of yours, instead of sending one. */
  fileOf?: string | null | undefined;
  /** An id that you choose for the import. */
  id?: string | null | undefined;
  /** Where the contents go. */
  mapping?: ImportMappingInput | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Or a new project. */
  newProject?: ImportNewProjectInput | null | undefined;
  /** Who the people are. Others are matched by address or name. */
  people?: Array<ImportPersonInput> | null | undefined;
  /** The project that it goes into. */
  projectId?: string | null | undefined;
  /** Where it comes from. */
  source: ImportSource;
};

/** Input of `stopBulkRun`. */
export type StopBulkRunInput = {
  /** The run. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `stopImport`. */
export type StopImportInput = {
  /** The import. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `subscribePush`: the values of a browser’s `PushSubscription` (W3C Push API). */
export type SubscribePushInput = {
  /** Its secret `auth`: 16 bytes as base64url (RFC 8291). */
  auth: string;
  /** Its endpoint: https, on a known push service, up to 1000 characters. */
  endpoint: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its key `p256dh`: 65 bytes as base64url (RFC 8291). */
  p256dh: string;
};

/** Input of `suspendAccount`. */
export type SuspendAccountInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** When tasks are due, in days of your time zone (`Preferences.timeZone`) or the one in the filter; weeks begin on Monday. OVERDUE, TODAY, WEEK, LATER and NONE do not overlap. */
export const TaskDue = {
  /** Due next week or later. */
  Later: 'LATER',
  /** Due next week, from Monday to Sunday. */
  NextWeek: 'NEXT_WEEK',
  /** Without a due date. */
  None: 'NONE',
  /** Not DONE, and due at a time that has passed or on a day that has ended. */
  Overdue: 'OVERDUE',
  /** Due by Sunday and not overdue: TODAY and WEEK. */
  ThisWeek: 'THIS_WEEK',
  /** Due today and not overdue. */
  Today: 'TODAY',
  /** Due after today and by Sunday. */
  Week: 'WEEK'
} as const;

export type TaskDue = typeof TaskDue[keyof typeof TaskDue];
/** Filters tasks; all given conditions must hold. Null or an empty list is no condition. */
export type TaskFilter = {
  /** true: of archived projects; false: of all others. By default, tasks of archived projects are found only if the filter names projects; tasks of templates always are. */
  archived?: boolean | null | undefined;
  /** Assigned to this person; `"me"` is you, `"none"` is unassigned. */
  assigneeId?: string | null | undefined;
  /** Assigned to one of these people; `"me"` is you, `"none"` is unassigned. */
  assigneeIds?: Array<string> | null | undefined;
  /** true: blocked by a task that is not DONE; false: all others. */
  blocked?: boolean | null | undefined;
  /** In one of these columns of projects. */
  columnIds?: Array<string> | null | undefined;
  /** Completed at this time or later. */
  completedFrom?: string | null | undefined;
  /** Completed before this time. */
  completedTo?: string | null | undefined;
  /** Completed within this many days of 24 hours, 1 to 366. */
  completedWithinDays?: number | null | undefined;
  /** Created by one of these people. */
  creatorIds?: Array<string> | null | undefined;
  /** Due in this period. */
  due?: TaskDue | null | undefined;
  /** Due on this day or later, like 2026-11-25. The day of a due time is the one in the time zone. */
  dueDayFrom?: string | null | undefined;
  /** Due on this day or earlier. */
  dueDayTo?: string | null | undefined;
  /** Due at this time or later. */
  dueFrom?: string | null | undefined;
  /** Due before this time. */
  dueTo?: string | null | undefined;
  /** Due in one of these periods. */
  dues?: Array<TaskDue> | null | undefined;
  /** Created by or assigned to this person. */
  involving?: string | null | undefined;
  /** true: not DONE, and due at a time that has passed or on a day that has ended; false: all others. */
  overdue?: boolean | null | undefined;
  /** Direct subtasks of this task; `"none"` is tasks of the top level. */
  parentId?: string | null | undefined;
  /** With one of these priorities. */
  priorities?: Array<TaskPriority> | null | undefined;
  /** Of this project. */
  projectId?: string | null | undefined;
  /** Of one of these projects. */
  projectIds?: Array<string> | null | undefined;
  /** Containing every word of this text in title or description, ignoring case and accents; up to 200 characters, of which the first 10 words count. */
  search?: string | null | undefined;
  /** Starting on this day or later, like 2026-11-25; tasks without a start date do not match. */
  startDateFrom?: string | null | undefined;
  /** Starting on this day or earlier; tasks without a start date do not match. */
  startDateTo?: string | null | undefined;
  /** With this status. */
  status?: TaskStatus | null | undefined;
  /** With one of these statuses. */
  statuses?: Array<TaskStatus> | null | undefined;
  /** With exactly this tag. */
  tag?: string | null | undefined;
  /** With one of these tags. */
  tags?: Array<string> | null | undefined;
  /** The time zone of `due`, `dues`, `overdue`, `dueDayFrom` and `dueDayTo`, for example Europe/Berlin; the one in your preferences by default. */
  timeZone?: string | null | undefined;
  /** Changed at this time or later, or up to a minute before it, so that concurrent writes are returned twice rather than never. */
  updatedSince?: string | null | undefined;
};

/** How tasks can be grouped. */
export const TaskGrouping = {
  /** By assignee. */
  Assignee: 'ASSIGNEE',
  /** By column of their projects. */
  Column: 'COLUMN',
  /** By due date, in days of a time zone; weeks begin on Monday. */
  Due: 'DUE',
  /** By project. */
  Project: 'PROJECT',
  /** By status. */
  Status: 'STATUS'
} as const;

export type TaskGrouping = typeof TaskGrouping[keyof typeof TaskGrouping];
/** Sort orders for tasks; ties are broken by id, in the same direction. */
export const TaskOrder = {
  /** Least recently completed first; tasks that are not DONE last. */
  CompletedAsc: 'COMPLETED_ASC',
  /** Most recently completed first; tasks that are not DONE last. */
  CompletedDesc: 'COMPLETED_DESC',
  /** Oldest first. */
  CreatedAsc: 'CREATED_ASC',
  /** Newest first. */
  CreatedDesc: 'CREATED_DESC',
  /** Earliest due date first; tasks without one last. */
  DueAsc: 'DUE_ASC',
  /** Latest due date first; tasks without one last. */
  DueDesc: 'DUE_DESC',
  /** Least urgent first. */
  PriorityAsc: 'PRIORITY_ASC',
  /** Most urgent first. */
  PriorityDesc: 'PRIORITY_DESC',
  /** As on the board. */
  RankAsc: 'RANK_ASC',
  /** By title, ignoring case and accents, in Unicode order. */
  TitleAsc: 'TITLE_ASC',
  /** By title, the reverse of TITLE_ASC. */
  TitleDesc: 'TITLE_DESC',
  /** Least recently changed first. */
  UpdatedAsc: 'UPDATED_ASC',
  /** Most recently changed first. */
  UpdatedDesc: 'UPDATED_DESC'
} as const;

export type TaskOrder = typeof TaskOrder[keyof typeof TaskOrder];
/** How urgent a task is, in ascending order. */
export const TaskPriority = {
  /** Before normal tasks. */
  High: 'HIGH',
  /** Can wait. */
  Low: 'LOW',
  /** Normal. */
  Medium: 'MEDIUM',
  /** Now. */
  Urgent: 'URGENT'
} as const;

export type TaskPriority = typeof TaskPriority[keyof typeof TaskPriority];
/** The status of a task, which is what its column means. Any status can follow any other. */
export const TaskStatus = {
  /** Finished; never overdue. */
  Done: 'DONE',
  /** Being worked on. */
  InProgress: 'IN_PROGRESS',
  /** Being reviewed. */
  InReview: 'IN_REVIEW',
  /** Not started. */
  Todo: 'TODO'
} as const;

export type TaskStatus = typeof TaskStatus[keyof typeof TaskStatus];
/** Input of `testWebhook`. */
export type TestWebhookInput = {
  /** Which webhook. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** How the app looks. */
export const Theme = {
  /** Dark. */
  Dark: 'DARK',
  /** Light. */
  Light: 'LIGHT',
  /** Like the device. */
  System: 'SYSTEM'
} as const;

export type Theme = typeof Theme[keyof typeof Theme];
/** What an API token allows. */
export const TokenScope = {
  /** Reads what its owner can read. */
  Read: 'READ',
  /** Also writes tasks, comments, notes and the fields of projects. Never manages members, roles or invitations, deletes, purges or archives projects, or changes the account. */
  Write: 'WRITE'
} as const;

export type TokenScope = typeof TokenScope[keyof typeof TokenScope];
/** Input of `transferProjects`. */
export type TransferProjectsInput = {
  /** A code from the app or a recovery code; required only with two-factor on. It cannot be used again. */
  code?: string | null | undefined;
  /** The current password; required without `proof`. */
  currentPassword?: string | null | undefined;
  /** The account that owns the projects. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The new owner, who must be a member of each project. */
  newOwnerId: string;
  /** The projects. Null or absent: all that the account owns and the new owner is a member of, up to 100 in one call. */
  projectIds?: Array<string> | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
};

/** The kind of an object in the trash. */
export const TrashKind = {
  /** A project with its contents: `restoreProject`. */
  Project: 'PROJECT',
  /** A task of a project that is not deleted, with its comments: `restoreTask`. */
  Task: 'TASK'
} as const;

export type TrashKind = typeof TrashKind[keyof typeof TrashKind];
/** Input of `turnIntoTask`. */
export type TurnIntoTaskInput = {
  /** A UUID that you choose for the task, so that a repeat is recognized. */
  id?: string | null | undefined;
  /** The item. */
  itemId: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its task; NOT_FOUND if the item is of another one. */
  taskId?: string | null | undefined;
};

/** Input of `unarchiveProject`. */
export type UnarchiveProjectInput = {
  /** The project. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `undoImport`. */
export type UndoImportInput = {
  /** The import. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `undo`. */
export type UndoInput = {
  /** Up to 50 change sets of the last 30 days, of any projects. */
  acts: Array<ActInput>;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `unlinkIdentity`. */
export type UnlinkIdentityInput = {
  /** Which identity. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `unmuteProject`. */
export type UnmuteProjectInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
};

/** Input of `unrelateTasks`. */
export type UnrelateTasksInput = {
  /** Only relations of this kind; by default, all between the two. */
  kind?: RelationKind | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The other task. */
  otherId: string;
  /** One of the tasks. */
  taskId: string;
};

/** Input of `unsubscribePush`. */
export type UnsubscribePushInput = {
  /** The subscription. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
};

/** Input of `unwatchTask`. */
export type UnwatchTaskInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
};

/** Input of `updateChecklistItem`: only the fields to change. */
export type UpdateChecklistItemInput = {
  /** Whether it is checked. */
  done?: boolean | null | undefined;
  /** The item. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Its task. NOT_FOUND if it is given and the item belongs to another task. */
  taskId?: string | null | undefined;
  /** 1 to 200 characters. */
  text?: string | null | undefined;
  /** The version this change was made from. CONFLICT if one of these fields was changed to a different value since then. */
  version?: number | null | undefined;
};

/** Input of `updateColumn`: only the fields to change. */
export type UpdateColumnInput = {
  /** As `#rrggbb`; null for the color of its status. */
  color?: string | null | undefined;
  /** Whether the board shows it only while it has tasks. */
  hidden?: boolean | null | undefined;
  /** The column. */
  id: string;
  /** How many open tasks it should have at most, 1 to 9,999; null for no limit. More are allowed. */
  limit?: number | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 50 characters, unlike the other columns of the project. */
  name?: string | null | undefined;
  /** The version this change was made from. CONFLICT if one of these fields was changed to a different value since then. */
  version?: number | null | undefined;
};

/** Input of `updateComment`. */
export type UpdateCommentInput = {
  /** The comment. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 10,000 characters. */
  text: string;
  /** The version this change was made from. CONFLICT if the text was changed since then. */
  version?: number | null | undefined;
};

/** Input of `updatePreferences`: only the keys to change. */
export type UpdatePreferencesInput = {
  /** Mails about activity. */
  email?: boolean | null | undefined;
  /** The channels of kinds of notifications; kinds and channels that are absent stay as they are. */
  kinds?: Array<KindChannelsInput> | null | undefined;
  /** Language of the app, of mails and of pushes, as a tag of BCP 47: en, de, fr, es, it, nl, pl, pt-BR, ja, zh-CN. Null for that of the browser. */
  language?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Mails about memberships and new statuses, too. */
  projectUpdates?: boolean | null | undefined;
  /** Notifications in the app, and pushes to your browsers. */
  push?: boolean | null | undefined;
  /** Reminders of due tasks. */
  taskReminders?: boolean | null | undefined;
  /** How the app looks. */
  theme?: Theme | null | undefined;
  /** IANA name of the time zone. */
  timeZone?: string | null | undefined;
  /** Whether the app shows the first steps and tips about keys. */
  tips?: boolean | null | undefined;
  /** A weekly mail. */
  weeklyDigest?: boolean | null | undefined;
};

/** Input of `updateProfile`: only the fields to change. */
export type UpdateProfileInput = {
  /** With two-factor on: a code from the authenticator app or a recovery code; required only for a new email. */
  code?: string | null | undefined;
  /** The current password; required only for a new email, without `proof`. */
  currentPassword?: string | null | undefined;
  /** Email address; the rules of registration apply. */
  email?: string | null | undefined;
  /** Given name, up to 50 characters. */
  firstName?: string | null | undefined;
  /** Family name, up to 50 characters. */
  lastName?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** Instead of the password: the proof that `completeOidc` answered in this session, for five minutes. */
  proof?: string | null | undefined;
  /** 3 to 50 characters without white space or @. */
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
  /** Whether it is a template. A project can become one, and a project again. */
  isTemplate?: boolean | null | undefined;
  /** Begins the keys of its tasks. OWNER only; keys with the former one still lead to the tasks. */
  key?: string | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** 1 to 100 characters. */
  name?: string | null | undefined;
  /** The version this change is based on. CONFLICT if others have changed the same fields differently since then. */
  version?: number | null | undefined;
};

/** Input of `updateProjectMember`. */
export type UpdateProjectMemberInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The project. */
  projectId: string;
  /** The new role. */
  role: ProjectRole;
  /** The member. */
  userId: string;
};

/** Input of `updateSettings`. */
export type UpdateSettingsInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** `open`: anyone may create an account; `invited`: those whom an owner or administrator invites; `closed`: those whom an administrator invites. */
  signUp: string;
};

/** Input of `updateTask`: only the fields to change. */
export type UpdateTaskInput = {
  /** A member of the project; null for unassigned. */
  assigneeId?: string | null | undefined;
  /** Up to 50,000 characters. */
  description?: string | null | undefined;
  /** When it is due; null for no date. Its present value changes nothing, and another one clears `dueDay`. */
  dueDate?: string | null | undefined;
  /** The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone (`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date. */
  dueDay?: string | null | undefined;
  /** The task. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** How urgent it is. */
  priority?: TaskPriority | null | undefined;
  /** The day on which its work starts, like 2026-11-25, at the latest its due day; null for none. */
  startDate?: string | null | undefined;
  /** The status. A new one moves it to the first column of that status; the rank stays the same. */
  status?: TaskStatus | null | undefined;
  /** All its tags: up to 20 of up to 30 characters, without commas. */
  tags?: Array<string> | null | undefined;
  /** 1 to 200 characters. */
  title?: string | null | undefined;
  /** The version this change was made from. CONFLICT if one of these fields was changed to a different value since then. */
  version?: number | null | undefined;
};

/** Input of `updateView`: only the fields to change. */
export type UpdateViewInput = {
  /** The tasks to show; replaces the whole filter. */
  filter?: ViewFilterInput | null | undefined;
  /** The grouping; null for none. */
  groupBy?: TaskGrouping | null | undefined;
  /** The view. */
  id: string;
  /** The layout. */
  layout?: ViewLayout | null | undefined;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name; 1 to 60 characters. */
  name?: string | null | undefined;
  /** The order of the tasks. */
  orderBy?: TaskOrder | null | undefined;
};

/** Input of `updateWebhook`. */
export type UpdateWebhookInput = {
  /** Which changes are sent: names like `task.created`, `comment.*` or `*`. A matching change set is sent whole. */
  events?: Array<string> | null | undefined;
  /** The form of its messages. */
  format?: WebhookFormat | null | undefined;
  /** Which webhook. */
  id: string;
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The name; 1 to 100 characters. */
  name?: string | null | undefined;
  /** Whether it is to be paused. */
  paused?: boolean | null | undefined;
  /** An address that begins with https://, without a name or password in it. Private addresses are refused. */
  url?: string | null | undefined;
};

/** The tasks of a saved view, with the conditions of `TaskFilter`; all given conditions must match. */
export type ViewFilterInput = {
  /** Assigned to one of these people, by id; `"me"` is the viewer, `"none"` means unassigned. */
  assigneeIds?: Array<string> | null | undefined;
  /** Whether a task that is not DONE blocks it. */
  blocked?: boolean | null | undefined;
  /** In one of these columns of projects. */
  columnIds?: Array<string> | null | undefined;
  /** Completed within this many days of 24 hours. */
  completedWithinDays?: number | null | undefined;
  /** Due on this day or later, like 2026-11-25, in the viewer’s time zone. */
  dueDayFrom?: string | null | undefined;
  /** Due on this day or earlier, in the viewer’s time zone. */
  dueDayTo?: string | null | undefined;
  /** Due at this time or later. */
  dueFrom?: string | null | undefined;
  /** Due before this time. */
  dueTo?: string | null | undefined;
  /** Due in one of these periods, in the viewer’s time zone. */
  dues?: Array<TaskDue> | null | undefined;
  /** Direct subtasks of this task; `"none"` is tasks of the top level. */
  parentId?: string | null | undefined;
  /** With one of these priorities. */
  priorities?: Array<TaskPriority> | null | undefined;
  /** Of one of these projects. */
  projectIds?: Array<string> | null | undefined;
  /** Containing each of these words; up to 200 characters. */
  search?: string | null | undefined;
  /** With one of these statuses. */
  statuses?: Array<TaskStatus> | null | undefined;
  /** With one of these tags. */
  tags?: Array<string> | null | undefined;
};

/** How a saved view shows its tasks. */
export const ViewLayout = {
  /** In columns by status. */
  Board: 'BOARD',
  /** By due date. */
  Calendar: 'CALENDAR',
  /** As cards. */
  Grid: 'GRID',
  /** In rows. */
  List: 'LIST'
} as const;

export type ViewLayout = typeof ViewLayout[keyof typeof ViewLayout];
/** Input of `watchTask`. */
export type WatchTaskInput = {
  /** An id that you choose for this write (1 to 100 visible ASCII characters). If you send it again with the same input within 30 days, the write is not repeated; with a different input it is a CONFLICT. The write’s change set in the feed contains it. */
  mutationId?: string | null | undefined;
  /** The task. */
  taskId: string;
};

/** The form of a webhook’s messages. */
export const WebhookFormat = {
  /** For a webhook of Discord. */
  Discord: 'DISCORD',
  /** Plain text, for a topic of ntfy. */
  Ntfy: 'NTFY',
  /** For an incoming webhook of Slack or Mattermost. */
  Slack: 'SLACK',
  /** JSON by Standard Webhooks 1.0.0, for programs. */
  Standard: 'STANDARD'
} as const;

export type WebhookFormat = typeof WebhookFormat[keyof typeof WebhookFormat];
/** Why a webhook is paused. */
export const WebhookPause = {
  /** The sign-ins of its owner were ended. */
  AccessEnded: 'ACCESS_ENDED',
  /** All attempts to send a message failed. */
  Failed: 'FAILED',
  /** Its receiver answered 410. */
  Gone: 'GONE',
  /** Its owner has paused it. */
  Owner: 'OWNER',
  /** The server was restored from a backup. */
  Restored: 'RESTORED'
} as const;

export type WebhookPause = typeof WebhookPause[keyof typeof WebhookPause];
/** What a webhook does. */
export const WebhookState = {
  /** It sends messages. */
  Active: 'ACTIVE',
  /** The last attempt failed; it will be made again. */
  Failing: 'FAILING',
  /** It sends nothing until its owner starts it again. */
  Paused: 'PAUSED'
} as const;

export type WebhookState = typeof WebhookState[keyof typeof WebhookState];