import { plural, t } from '@lingui/core/macro';
import { number } from './format';

export const notificationsTexts = {
  title: t`Notifications`,
  loading: t`Loading`,
  empty: t`No notifications`,
  unreadCount: (unread: number) => t`${{ unread: number(unread) }} unread`,
  /** For screen readers, before the text of an unread notification. */
  unread: t`Unread: `,
  /** The number of earlier notifications in a group. */
  earlier: (count: number) => t`+${{ count: number(count) }} earlier`,
  actsOf: t`Actions`,
  markRead: t`Mark as read`,
  markAllRead: t`Mark all read`,
  more: t`More`,
  delete: t`Delete`,
  deleteNotification: t`Delete notification`,
  /** Hiding a notification until a time. */
  snooze: {
    label: t`Snooze`,
    hours: (count: number) => plural(count, { one: 'In # hour', other: 'In # hours' }),
    tomorrow: t`Tomorrow morning`,
    nextWeek: t`Next Monday morning`,
    done: (moment: string) => t`Snoozed until ${moment}`,
    failed: t`Failed to snooze notification`,
    show: t`Snoozed`,
    hide: t`Back to notifications`,
    none: t`Nothing is snoozed`,
    until: (moment: string) => t`Until ${moment}`,
    bringBack: t`Bring back`,
  },
  clearAll: t`Clear all`,
  clearQuestion: t`Clear all notifications?`,
  clearWarning: t`This deletes all notifications, including unread ones.`,
  failedToFetch: t`Failed to fetch notifications`,
  failedToMarkRead: t`Failed to mark notification as read`,
  failedToMarkAllRead: t`Failed to mark notifications as read`,
  failedToDelete: t`Failed to delete notification`,
  failedToClear: t`Failed to clear notifications`,
};
