/** Enumerations shared by the API, the database and the forms. The names are sent over the wire. */

export * from './statusAndPriority.js';

/** How a task is related to another one. */
export const RelationKind = { BLOCKS: 'BLOCKS', RELATES: 'RELATES', DUPLICATES: 'DUPLICATES' } as const;
export type RelationKind = (typeof RelationKind)[keyof typeof RelationKind];
export const RELATION_KINDS = Object.values(RelationKind);

/** State of a bulk run. */
export const BulkRunState = { RUNNING: 'RUNNING', DONE: 'DONE', STOPPED: 'STOPPED', FAILED: 'FAILED' } as const;
export type BulkRunState = (typeof BulkRunState)[keyof typeof BulkRunState];

/** State of a data export. */
export const ExportStatus = { RUNNING: 'RUNNING', READY: 'READY', FAILED: 'FAILED' } as const;
export type ExportStatus = (typeof ExportStatus)[keyof typeof ExportStatus];

/** Where an import comes from. The tables differ in the names of their columns. */
export const ImportSource = {
  TRELLO: 'TRELLO',
  PLANKA: 'PLANKA',
  VIKUNJA: 'VIKUNJA',
  CSV: 'CSV',
  TODOIST: 'TODOIST',
  JIRA: 'JIRA',
  LINEAR: 'LINEAR',
  ASANA: 'ASANA',
  CAIRN: 'CAIRN',
} as const;
export type ImportSource = (typeof ImportSource)[keyof typeof ImportSource];
export const IMPORT_SOURCES = Object.values(ImportSource);

export const ImportState = {
  WAITING: 'WAITING',
  RUNNING: 'RUNNING',
  DONE: 'DONE',
  STOPPED: 'STOPPED',
  FAILED: 'FAILED',
  UNDOING: 'UNDOING',
  UNDONE: 'UNDONE',
} as const;
export type ImportState = (typeof ImportState)[keyof typeof ImportState];

/** The fields that a column of an imported table can be imported as. */
export const ImportField = {
  TITLE: 'TITLE',
  DESCRIPTION: 'DESCRIPTION',
  LIST: 'LIST',
  PRIORITY: 'PRIORITY',
  ASSIGNEE: 'ASSIGNEE',
  TAGS: 'TAGS',
  DUE: 'DUE',
  START: 'START',
  DONE: 'DONE',
  ARCHIVED: 'ARCHIVED',
  COMMENT: 'COMMENT',
  PARENT: 'PARENT',
  ID: 'ID',
  URL: 'URL',
  CREATED: 'CREATED',
  UPDATED: 'UPDATED',
  KEEP: 'KEEP',
  IGNORE: 'IGNORE',
} as const;
export type ImportField = (typeof ImportField)[keyof typeof ImportField];
export const IMPORT_FIELDS = Object.values(ImportField);

/** How dates like 03/04/2026 are read. */
export const DateOrder = { DAY_FIRST: 'DAY_FIRST', MONTH_FIRST: 'MONTH_FIRST' } as const;
export type DateOrder = (typeof DateOrder)[keyof typeof DateOrder];
export const DATE_ORDERS = Object.values(DateOrder);

/** In descending order; `roles.ts` says what each may do. */
export const ProjectRole = { OWNER: 'OWNER', MEMBER: 'MEMBER', COMMENTER: 'COMMENTER', VIEWER: 'VIEWER' } as const;
export type ProjectRole = (typeof ProjectRole)[keyof typeof ProjectRole];
export const PROJECT_ROLES = Object.values(ProjectRole);

/** Each order ends with the id, so that it is total. */
export const TaskOrder = {
  CREATED_DESC: 'CREATED_DESC',
  CREATED_ASC: 'CREATED_ASC',
  UPDATED_DESC: 'UPDATED_DESC',
  UPDATED_ASC: 'UPDATED_ASC',
  DUE_ASC: 'DUE_ASC',
  DUE_DESC: 'DUE_DESC',
  PRIORITY_DESC: 'PRIORITY_DESC',
  PRIORITY_ASC: 'PRIORITY_ASC',
  TITLE_ASC: 'TITLE_ASC',
  TITLE_DESC: 'TITLE_DESC',
  COMPLETED_DESC: 'COMPLETED_DESC',
  COMPLETED_ASC: 'COMPLETED_ASC',
  RANK_ASC: 'RANK_ASC',
} as const;
export type TaskOrder = (typeof TaskOrder)[keyof typeof TaskOrder];
export const TASK_ORDERS = Object.values(TaskOrder);

/** Due dates relative to the viewer's days. */
export const TaskDue = {
  OVERDUE: 'OVERDUE',
  TODAY: 'TODAY',
  WEEK: 'WEEK',
  THIS_WEEK: 'THIS_WEEK',
  NEXT_WEEK: 'NEXT_WEEK',
  LATER: 'LATER',
  NONE: 'NONE',
} as const;
export type TaskDue = (typeof TaskDue)[keyof typeof TaskDue];
export const TASK_DUES = Object.values(TaskDue);

export const ViewLayout = { LIST: 'LIST', GRID: 'GRID', BOARD: 'BOARD', CALENDAR: 'CALENDAR' } as const;
export type ViewLayout = (typeof ViewLayout)[keyof typeof ViewLayout];
export const VIEW_LAYOUTS = Object.values(ViewLayout);

export const TaskGrouping = {
  STATUS: 'STATUS',
  COLUMN: 'COLUMN',
  PROJECT: 'PROJECT',
  ASSIGNEE: 'ASSIGNEE',
  DUE: 'DUE',
} as const;
export type TaskGrouping = (typeof TaskGrouping)[keyof typeof TaskGrouping];
export const TASK_GROUPINGS = Object.values(TaskGrouping);

export const NotificationAction = {
  SYNC: 'SYNC',
  ADDED: 'ADDED',
  READ: 'READ',
  READ_ALL: 'READ_ALL',
  REMOVED: 'REMOVED',
  CLEARED: 'CLEARED',
} as const;
export type NotificationAction = (typeof NotificationAction)[keyof typeof NotificationAction];

export const ChangeKind = {
  CHANGES: 'CHANGES',
  PROJECT_JOINED: 'PROJECT_JOINED',
  PROJECT_LEFT: 'PROJECT_LEFT',
  RESYNC: 'RESYNC',
} as const;
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind];

export const ChangeAction = {
  CREATED: 'CREATED',
  UPDATED: 'UPDATED',
  DELETED: 'DELETED',
  RESTORED: 'RESTORED',
} as const;
export type ChangeAction = (typeof ChangeAction)[keyof typeof ChangeAction];

export const TrashKind = { TASK: 'TASK', PROJECT: 'PROJECT' } as const;
export type TrashKind = (typeof TrashKind)[keyof typeof TrashKind];

/** The kinds of objects in a project's change log. */
export const ChangeEntity = {
  PROJECT: 'PROJECT',
  MEMBER: 'MEMBER',
  COLUMN: 'COLUMN',
  TASK: 'TASK',
  TASK_RELATION: 'TASK_RELATION',
  CHECKLIST_ITEM: 'CHECKLIST_ITEM',
  COMMENT: 'COMMENT',
  ATTACHMENT: 'ATTACHMENT',
} as const;
export type ChangeEntity = (typeof ChangeEntity)[keyof typeof ChangeEntity];

/** The contents of a calendar feed: events for calendars, or to-dos for programs that list them. */
export const CalendarFeedKind = { EVENTS: 'EVENTS', TODOS: 'TODOS' } as const;
export type CalendarFeedKind = (typeof CalendarFeedKind)[keyof typeof CalendarFeedKind];
export const CALENDAR_FEED_KINDS = Object.values(CalendarFeedKind);

/** The state of a webhook: sending, repeating a failed message, or waiting for its owner. */
export const WebhookState = { ACTIVE: 'ACTIVE', FAILING: 'FAILING', PAUSED: 'PAUSED' } as const;
export type WebhookState = (typeof WebhookState)[keyof typeof WebhookState];

/** Why a webhook is paused. */
export const WebhookPause = {
  OWNER: 'OWNER',
  FAILED: 'FAILED',
  GONE: 'GONE',
  RESTORED: 'RESTORED',
  ACCESS_ENDED: 'ACCESS_ENDED',
} as const;
export type WebhookPause = (typeof WebhookPause)[keyof typeof WebhookPause];

/** The form of a webhook's messages. */
export const WebhookFormat = { STANDARD: 'STANDARD', SLACK: 'SLACK', DISCORD: 'DISCORD', NTFY: 'NTFY' } as const;
export type WebhookFormat = (typeof WebhookFormat)[keyof typeof WebhookFormat];
export const WEBHOOK_FORMATS = Object.values(WebhookFormat);

export const DeliveryState = { PENDING: 'PENDING', DELIVERED: 'DELIVERED', FAILED: 'FAILED' } as const;
export type DeliveryState = (typeof DeliveryState)[keyof typeof DeliveryState];

export const TokenScope = { READ: 'READ', WRITE: 'WRITE' } as const;
export type TokenScope = (typeof TokenScope)[keyof typeof TokenScope];
export const TOKEN_SCOPES = Object.values(TokenScope);

/** The purpose of a sign-in at the OpenID Connect provider. `linkIdentity` begins the third kind, which needs proof. */
export const OidcPurpose = { SIGN_IN: 'SIGN_IN', PROOF: 'PROOF' } as const;
export type OidcPurpose = (typeof OidcPurpose)[keyof typeof OidcPurpose];
export const OIDC_PURPOSES = Object.values(OidcPurpose);

export const Theme = { LIGHT: 'LIGHT', DARK: 'DARK', SYSTEM: 'SYSTEM' } as const;
export type Theme = (typeof Theme)[keyof typeof Theme];
export const THEMES = Object.values(Theme);
