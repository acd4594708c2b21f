import type { NotificationKind } from '../../contract/enums.js';
import type { PreferencesRow } from '../auth/preferences.reads.js';

/** Mails about these are sent only to those who want project updates too. */
const PROJECT_UPDATES: ReadonlySet<NotificationKind> = new Set(['MEMBER_ADDED', 'MEMBER_REMOVED', 'TASK_STATUS']);
const REMINDERS: ReadonlySet<NotificationKind> = new Set(['DUE_SOON', 'OVERDUE']);

/** Does a person want to hear of such a thing at all, wherever? */
const wantsToHear = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.taskReminders || !REMINDERS.has(kind);

/** … in the app? */
export const wantsRow = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.push && wantsToHear(kind, wants);

/** … by mail? */
export const wantsMail = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.email && wantsToHear(kind, wants) && (wants.projectUpdates || !PROJECT_UPDATES.has(kind));

/** Does a person want their week by mail? */
export const wantsDigest = (wants: PreferencesRow): boolean => wants.email && wants.weeklyDigest;
