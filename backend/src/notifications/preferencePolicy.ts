import { isReminder, type NotificationKind } from '../../contract/notificationKinds.js';
import type { Channel } from '../../contract/profile.js';
import type { PreferencesRow } from '../auth/preferences.reads.js';
import { KINDS } from './kinds.js';

/** Whether a person wants a kind at all, and on a channel. Each switch and each channel can only restrict the others. */
const wantsOn = (channel: Channel, kind: NotificationKind, wants: PreferencesRow): boolean =>
  (wants.taskReminders || !isReminder(kind)) && (wants.kinds.find((it) => it.kind === kind)?.[channel] ?? true);

export const wantsInApp = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.push && wantsOn('app', kind, wants);

export const wantsPush = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.push && wantsOn('push', kind, wants);

export const wantsMail = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.email && wantsOn('email', kind, wants) && (wants.projectUpdates || !KINDS[kind].isProjectUpdate);

export const wantsDigest = (wants: PreferencesRow): boolean => wants.email && wants.weeklyDigest;
