import { createNotificationSchema } from '../../contract/notifications.js';
import { invalid } from '../kernel/errors.js';
import { readNotifications } from '../notifications/notification.reads.js';
import {
  clearNotifications,
  createNotification,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  unreadCount,
} from '../notifications/notification.service.js';
import { objectOf } from './answers.js';
import { GROUP_QUERY, NOTIFICATION_QUERY } from './queryParameters.js';
import { answerPage, call, flag, one, PageAnswer, paging, type Route } from './route.js';

const trueOrFalse = (query: Record<string, unknown>, name: string): boolean => {
  const given = flag(query, name) ?? false;
  if (typeof given !== 'boolean') throw invalid({ [name]: [`${name} must be true or false`] });
  return given;
};

/** Notifications of the signed-in person. */
export const notificationRoutes: readonly Route[] = [
  call('get', '/notifications', 'notifications', {
    summary: 'Your notifications, newest first, and how many are unread',
    query: NOTIFICATION_QUERY,
    paged: true,
    answer: objectOf('Inbox'),
    run: async (ctx, { query }) => {
      const filter = {
        unreadOnly: trueOrFalse(query, 'unreadOnly'),
        grouped: trueOrFalse(query, 'grouped'),
        groupOf: one(query, 'groupOf'),
      };
      const { data, onward, total } = await answerPage(await readNotifications(ctx, filter, paging(query)));
      return new PageAnswer({ notifications: data, unreadCount: await unreadCount(ctx) }, onward, total);
    },
  }),
  call('post', '/notifications', 'createNotification', {
    status: 201,
    summary: 'Write a note to yourself',
    body: createNotificationSchema,
    answer: objectOf('Notification'),
    run: async (ctx, { body }) => (await createNotification(ctx, body)).notification,
  }),
  call('patch', '/notifications/read-all', 'markAllNotificationsRead', {
    summary: 'Mark all as read',
    answer: objectOf('Unread'),
    run: (ctx) => markAllNotificationsRead(ctx),
  }),
  call('patch', '/notifications/:id/read', 'markNotificationRead', {
    summary: 'Mark one as read',
    query: GROUP_QUERY,
    answer: objectOf('Notification'),
    run: async (ctx, { params, query }) =>
      (await markNotificationRead(ctx, params['id'], trueOrFalse(query, 'group'))).notification,
  }),
  call('delete', '/notifications', 'clearNotifications', {
    summary: 'Delete all',
    run: (ctx) => clearNotifications(ctx),
  }),
  call('delete', '/notifications/:id', 'deleteNotification', {
    summary: 'Delete one',
    query: GROUP_QUERY,
    run: (ctx, { params, query }) => deleteNotification(ctx, params['id'], trueOrFalse(query, 'group')),
  }),
];
