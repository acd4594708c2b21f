import type { ApolloCache } from '@apollo/client';
import { NotificationItemFragmentDoc } from './NotificationItem.generated';
import {
  addNotification,
  clearInbox,
  markAllRead,
  markRead,
  removeNotification,
  setUnreadCount,
  needsNextOfGroup,
} from './notificationCache';
import { onInboxAction } from './inboxEvents';
import type { NotificationChangedSubscription } from './NotificationChanged.generated';

export type InboxEvent = NotificationChangedSubscription['notificationChanged'];

/** Returns whether the list must be refetched. */
const applyAction = (cache: ApolloCache, { action, notificationId, notification }: InboxEvent): boolean => {
  switch (action) {
    case 'SYNC':
      return true;
    case 'ADDED':
      if (!notification) return false;
      cache.writeFragment({ fragment: NotificationItemFragmentDoc, data: notification });
      addNotification(cache, notification.id);
      return false;
    case 'READ':
      if (notificationId) markRead(cache, notificationId);
      // Its group may be loaded even if the notification is not.
      if (notification) cache.writeFragment({ fragment: NotificationItemFragmentDoc, data: notification });
      return false;
    case 'REMOVED': {
      const isLacking = notificationId ? needsNextOfGroup(cache, notificationId) : false;
      if (notificationId) removeNotification(cache, notificationId);
      return isLacking;
    }
    case 'READ_ALL':
      onInboxAction(action);
      markAllRead(cache);
      return false;
    case 'CLEARED':
      onInboxAction(action);
      clearInbox(cache);
      return false;
  }
};

/**
 * Applies an event of the viewer's notifications to the cache; the event's count replaces the local one. Returns
 * whether the list must be refetched.
 */
export const applyInboxEvent = (cache: ApolloCache, event: InboxEvent): boolean => {
  const isLacking = applyAction(cache, event);
  setUnreadCount(cache, event.unreadCount);
  return isLacking;
};
