import type { ApolloCache } from '@apollo/client';
import { NotificationItemFragmentDoc } from '../notifications/NotificationItem.generated';
import {
  addNotification,
  clearInbox,
  markAllRead,
  markRead,
  removeNotification,
  setUnreadCount,
} from '../notifications/notificationCache';
import { hearOf } from '../notifications/wholeInbox';
import type { NotificationChangedSubscription } from './NotificationChanged.generated';

export type InboxEvent = NotificationChangedSubscription['notificationChanged'];

const applyAction = (cache: ApolloCache, { action, notificationId, notification }: InboxEvent): void => {
  switch (action) {
    case 'SYNC':
      return;
    case 'ADDED':
      if (!notification) return;
      cache.writeFragment({ fragment: NotificationItemFragmentDoc, data: notification });
      addNotification(cache, notification.id);
      return;
    case 'READ':
      if (notificationId) markRead(cache, notificationId);
      return;
    case 'REMOVED':
      if (notificationId) removeNotification(cache, notificationId);
      return;
    case 'READ_ALL':
      hearOf(action);
      markAllRead(cache);
      return;
    case 'CLEARED':
      hearOf(action);
      clearInbox(cache);
  }
};

/** Brings one event of the viewer's notifications into the cache; its count is the truth, whatever was counted here. */
export const applyInboxEvent = (cache: ApolloCache, event: InboxEvent): void => {
  applyAction(cache, event);
  setUnreadCount(cache, event.unreadCount);
};
