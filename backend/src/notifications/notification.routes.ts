import { fieldError, invalid } from '../platform/lib/errors.js';
import { readNotifications } from './notification.reads.js';
import { deleteNotification, markNotificationRead, countOwnUnread } from './notification.service.js';
import {
  answerPage,
  call,
  readFlag,
  objectOf,
  readOne,
  PageAnswer,
  paging,
  write,
  type QueryParameter,
  type Row,
} from '../request/restRow.js';

const NOTIFICATION_QUERY: readonly QueryParameter[] = [
  { name: 'unreadOnly', schema: { type: 'boolean', default: false } },
  { name: 'grouped', schema: { type: 'boolean', default: false } },
  { name: 'groupOf', schema: { type: 'string', format: 'uuid' } },
  { name: 'snoozed', schema: { type: 'boolean', default: false } },
];

const GROUP_QUERY: readonly QueryParameter[] = [
  {
    name: 'group',
    schema: { type: 'boolean', default: false },
    description: 'Also the older notifications of its group (see `group`), up to 1,000; newer ones are not changed.',
  },
];

const trueOrFalse = (query: Record<string, unknown>, name: string): boolean => {
  const given = readFlag(query, name) ?? false;
  if (typeof given !== 'boolean')
    throw invalid({ [name]: fieldError('wrongType', `${name} must be true or false`, { expected: 'boolean' }) });
  return given;
};

/** Notifications of the signed-in person. */
export const notificationRoutes: readonly Row[] = [
  call('get', '/notifications', 'notifications', {
    summary: 'Your notifications, newest first, with the number of unread ones',
    query: NOTIFICATION_QUERY,
    paged: true,
    answer: objectOf('Inbox'),
    run: async (ctx, { query }) => {
      const filter = {
        unreadOnly: trueOrFalse(query, 'unreadOnly'),
        grouped: trueOrFalse(query, 'grouped'),
        groupOf: readOne(query, 'groupOf'),
        snoozed: trueOrFalse(query, 'snoozed'),
      };
      const { data, nextPage, total } = await answerPage(await readNotifications(ctx, filter, paging(query)));
      return new PageAnswer({ notifications: data, unreadCount: await countOwnUnread(ctx) }, nextPage, total);
    },
  }),
  write('post', '/notifications', 'createNotification', 'Write a note to yourself', { status: 201 }),
  write('patch', '/notifications/read-all', 'markAllNotificationsRead', 'Mark all notifications as read', {
    payload: 'Unread',
  }),
  call('patch', '/notifications/:id/read', 'markNotificationRead', {
    summary: 'Mark a notification as read',
    query: GROUP_QUERY,
    answer: objectOf('Notification'),
    run: async (ctx, { params, query }) =>
      (await markNotificationRead(ctx, params['id'], trueOrFalse(query, 'group'))).notification,
  }),
  write('patch', '/notifications/:id/snooze', 'snoozeNotification', 'Snooze a notification'),
  write('delete', '/notifications', 'clearNotifications', 'Delete all notifications'),
  call('delete', '/notifications/:id', 'deleteNotification', {
    summary: 'Delete a notification',
    query: GROUP_QUERY,
    run: (ctx, { params, query }) => deleteNotification(ctx, params['id'], trueOrFalse(query, 'group')),
  }),
];
