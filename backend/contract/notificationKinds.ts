/** What notifications are about. One about a comment also has the task of the comment. */
export type NotificationSubject = 'PROJECT' | 'TASK' | 'COMMENT' | 'EXPORT' | 'NOTE';

interface KindRules {
  subject: NotificationSubject;
  /** Sent on schedule. People can turn it off, and the inbox groups it by day. */
  isReminder: boolean;
  /** The page of a single notification; null: its task or else its project. */
  path: string | null;
  /** The page of a group of notifications; null: their common project or else the task list. */
  pathOfSeveral: string | null;
}

/** The settings row with data exports. */
const EXPORT_PATH = '/settings#download';

const LEADS_TO_OBJECT = { isReminder: false, path: null, pathOfSeveral: null } as const;

/** All kinds of notifications. The type and the enum follow from this table. */
const KINDS = {
  MEMBER_ADDED: { subject: 'PROJECT', ...LEADS_TO_OBJECT },
  MEMBER_REMOVED: { subject: 'PROJECT', ...LEADS_TO_OBJECT },
  TASK_ASSIGNED: { subject: 'TASK', ...LEADS_TO_OBJECT },
  TASK_UNASSIGNED: { subject: 'TASK', ...LEADS_TO_OBJECT },
  TASK_STATUS: { subject: 'TASK', ...LEADS_TO_OBJECT },
  COMMENT: { subject: 'COMMENT', ...LEADS_TO_OBJECT },
  MENTION: { subject: 'COMMENT', ...LEADS_TO_OBJECT },
  DUE_SOON: { subject: 'TASK', isReminder: true, path: null, pathOfSeveral: '/tasks?sort=DUE_ASC' },
  OVERDUE: { subject: 'TASK', isReminder: true, path: null, pathOfSeveral: '/tasks?overdue=true' },
  EXPORT_READY: { subject: 'EXPORT', isReminder: false, path: EXPORT_PATH, pathOfSeveral: null },
  NOTE: { subject: 'NOTE', ...LEADS_TO_OBJECT },
} as const satisfies Readonly<Record<string, KindRules>>;

export type NotificationKind = keyof typeof KINDS;
export const NOTIFICATION_KINDS = Object.keys(KINDS) as readonly NotificationKind[];
export const NotificationKind = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, kind])) as {
  readonly [Kind in NotificationKind]: Kind;
};

/** For kinds that only a newer version knows: an open app may be older than its server. */
const UNKNOWN: KindRules = { subject: 'TASK', ...LEADS_TO_OBJECT };
const rulesOf = (kind: NotificationKind): KindRules =>
  (KINDS as Readonly<Record<string, KindRules | undefined>>)[kind] ?? UNKNOWN;

/** What a notification of this kind is about. */
export const subjectOf = (kind: NotificationKind): NotificationSubject => rulesOf(kind).subject;

/** The kinds that are about one of these subjects. */
export const kindsAbout = (...subjects: readonly NotificationSubject[]): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => subjects.includes(subjectOf(kind)));

export type ReminderKind = {
  [Kind in NotificationKind]: (typeof KINDS)[Kind]['isReminder'] extends true ? Kind : never;
}[NotificationKind];

export const isReminder = (kind: NotificationKind): kind is ReminderKind => rulesOf(kind).isReminder;
export const REMINDER_KINDS: readonly ReminderKind[] = NOTIFICATION_KINDS.filter(isReminder);

/** Returns the page of a kind of notification that has no task and no project; null for other kinds. */
export const fixedPath = (kind: NotificationKind): string | null => rulesOf(kind).path;

/** The page of a group of notifications, in the app and in mails. */
export const pathOfSeveral = (kind: NotificationKind, projectId: string | null | undefined): string =>
  rulesOf(kind).pathOfSeveral ?? (projectId ? `/projects/${projectId}` : '/tasks');
