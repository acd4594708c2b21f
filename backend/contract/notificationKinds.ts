import { NotificationKind } from './enums.js';

interface KindRules {
  /** Sent on schedule. People can turn it off, and the inbox groups it by day. */
  isReminder: boolean;
  /** The page of a single notification; null: its task or else its project. */
  path: string | null;
  /** The page of a group of notifications; null: their common project or else the task list. */
  pathOfSeveral: string | null;
}

/** The settings row with data exports. */
export const EXPORT_PATH = '/settings#download';

const LEADS_TO_OBJECT = { isReminder: false, path: null, pathOfSeveral: null } as const;

const KINDS = {
  MEMBER_ADDED: LEADS_TO_OBJECT,
  MEMBER_REMOVED: LEADS_TO_OBJECT,
  TASK_ASSIGNED: LEADS_TO_OBJECT,
  TASK_UNASSIGNED: LEADS_TO_OBJECT,
  TASK_STATUS: LEADS_TO_OBJECT,
  COMMENT: LEADS_TO_OBJECT,
  MENTION: LEADS_TO_OBJECT,
  DUE_SOON: { isReminder: true, path: null, pathOfSeveral: '/tasks?sort=DUE_ASC' },
  OVERDUE: { isReminder: true, path: null, pathOfSeveral: '/tasks?overdue=true' },
  EXPORT_READY: { isReminder: false, path: EXPORT_PATH, pathOfSeveral: null },
  NOTE: LEADS_TO_OBJECT,
} as const satisfies Readonly<Record<NotificationKind, KindRules>>;

export type ReminderKind = {
  [Kind in NotificationKind]: (typeof KINDS)[Kind]['isReminder'] extends true ? Kind : never;
}[NotificationKind];

export const isReminder = (kind: NotificationKind): kind is ReminderKind => KINDS[kind].isReminder;
export const REMINDER_KINDS: readonly ReminderKind[] = Object.values(NotificationKind).filter(isReminder);

/** The page of a kind whose notifications have no task and no project. */
export const fixedPath = (kind: NotificationKind): string | null => KINDS[kind].path;

/** The page of a group of notifications, in the app and in mails. */
export const pathOfSeveral = (kind: NotificationKind, projectId: string | null | undefined): string =>
  KINDS[kind].pathOfSeveral ?? (projectId ? `/projects/${projectId}` : '/tasks');
