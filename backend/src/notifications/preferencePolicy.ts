import type { NotificationKind } from '../../contract/enums.js';
import { isReminder } from '../../contract/notificationKinds.js';
import type { PreferencesRow } from '../auth/preferences.reads.js';
import { KINDS } from './kinds.js';

const wantsKind = (kind: NotificationKind, wants: PreferencesRow): boolean => wants.taskReminders || !isReminder(kind);

export const wantsInApp = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.push && wantsKind(kind, wants);

export const wantsMail = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.email && wantsKind(kind, wants) && (wants.projectUpdates || !KINDS[kind].isProjectUpdate);

export const wantsDigest = (wants: PreferencesRow): boolean => wants.email && wants.weeklyDigest;
