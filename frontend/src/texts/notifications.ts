import { t } from '@lingui/core/macro';
import { number } from './format';

/** The words of the bell and of what is under it. */
export const notificationsTexts = {
  title: t`Notifications`,
  loading: t`Loading`,
  empty: t`No notifications`,
  unreadCount: (unread: number) => t`${{ unread: number(unread) }} unread`,
  /** Before the text of an unread notification, for screen readers. */
  unread: t`Unread: `,
  /** The number of earlier notifications in a group. */
  earlier: (count: number) => t`+${{ count: number(count) }} earlier`,
  actsOf: t`Actions`,
  markRead: t`Mark as read`,
  markAllRead: t`Mark all read`,
  more: t`More`,
  delete: t`Delete`,
  deleteNotification: t`Delete notification`,
  clearAll: t`Clear all`,
  clearQuestion: t`Clear all notifications?`,
  clearWarning: t`This deletes all notifications, including unread ones.`,
  failedToFetch: t`Failed to fetch notifications`,
  failedToMarkRead: t`Failed to mark notification as read`,
  failedToMarkAllRead: t`Failed to mark notifications as read`,
  failedToDelete: t`Failed to delete notification`,
  failedToClear: t`Failed to clear notifications`,
};
