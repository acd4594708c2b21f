import { badgeNumber, number, plural } from './format';

/** The words of the bell and of what is under it. */
export const notificationsTexts = {
  title: 'Notifications',
  loading: 'Loading',
  empty: 'No notifications',
  /** It says what is seen on the bell, so that whoever speaks to the page can name it so. */
  bell: (unread: number) => (unread > 0 ? `Notifications, ${badgeNumber(unread)} unread` : 'Notifications'),
  unreadCount: (unread: number) => `${number(unread)} unread`,
  /** Before the words of a notification, for whoever does not see that it is marked. */
  unread: 'Unread: ',
  /** Several reminders of a day, in the words of one that tells of several tasks. */
  folded: {
    tasks: (count: number) => plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` }),
    ofReminders: { OVERDUE: ' are overdue', DUE_SOON: ' are due within 24 hours' },
    andMore: (title: string, others: number) => `“${title}” and ${number(others)} more`,
  },
  /** In place of its words where what it was about has been purged. */
  deleted: 'This item was permanently deleted',
  /** How many stand behind the newest of what belongs together. */
  earlier: (count: number) => `+${number(count)} earlier`,
  actsOf: 'Actions',
  markRead: 'Mark as read',
  markAllRead: 'Mark all read',
  more: 'More',
  delete: 'Delete',
  deleteNotification: 'Delete notification',
  clearAll: 'Clear all',
  clearQuestion: 'Clear all notifications?',
  clearWarning: 'This deletes all notifications, including unread ones.',
  failedToFetch: 'Failed to fetch notifications',
  failedToMarkRead: 'Failed to mark notification as read',
  failedToMarkAllRead: 'Failed to mark notifications as read',
  failedToDelete: 'Failed to delete notification',
  failedToClear: 'Failed to clear notifications',
};
