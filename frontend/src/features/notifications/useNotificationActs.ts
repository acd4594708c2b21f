import { useApolloClient } from '@apollo/client/react';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { notificationsTexts as texts } from '../../texts/notifications';
import { ClearNotificationsDocument } from './ClearNotifications.generated';
import { DeleteNotificationDocument } from './DeleteNotification.generated';
import { MarkAllNotificationsReadDocument } from './MarkAllNotificationsRead.generated';
import { MarkNotificationReadDocument } from './MarkNotificationRead.generated';
import { clearInbox, markAllRead, markRead, removeNotification } from './notificationCache';
import { NotificationsDocument } from './Notifications.generated';
import { watchFor } from './wholeInbox';

/** What can be done with notifications, at once on the screen; each act answers whether it is done. */
export const useNotificationActs = () => {
  const client = useApolloClient();
  return {
    markRead: (id: string, withGroup = false): Promise<boolean> => {
      const marked = client.mutate({
        mutation: MarkNotificationReadDocument,
        variables: { input: { id, ...(withGroup && { group: true }), mutationId: newId() } },
        optimisticResponse: {
          markNotificationRead: {
            __typename: 'MarkNotificationReadPayload',
            notification: { __typename: 'Notification', id },
          },
        },
        update: (cache, { data }) => {
          if (data) markRead(cache, id, { withGroup });
        },
      });
      return succeeds(marked, texts.failedToMarkRead);
    },
    markAllRead: (): Promise<boolean> => {
      const isHeard = watchFor('READ_ALL');
      const marked = client.mutate({
        mutation: MarkAllNotificationsReadDocument,
        variables: { input: { mutationId: newId() } },
        optimisticResponse: {
          markAllNotificationsRead: { __typename: 'MarkAllNotificationsReadPayload', unreadCount: 0 },
        },
        update: (cache) => {
          if (!isHeard()) markAllRead(cache);
        },
      });
      return succeeds(marked, texts.failedToMarkAllRead);
    },
    remove: (id: string, withGroup = false): Promise<boolean> => {
      let isLacking = false;
      const removed = client.mutate({
        mutation: DeleteNotificationDocument,
        variables: { input: { id, ...(withGroup && { group: true }), mutationId: newId() } },
        optimisticResponse: {
          deleteNotification: { __typename: 'DeleteNotificationPayload', notificationId: id },
        },
        update: (cache, { data }) => {
          if (data) isLacking = removeNotification(cache, id, { withGroup }).leavesOthers || isLacking;
        },
      });
      const done = succeeds(removed, texts.failedToDelete);
      // The one before it takes its place.
      return done.then(async (isDone) => {
        if (isDone && isLacking)
          await client.refetchQueries({ include: [NotificationsDocument] }).catch(() => undefined);
        return isDone;
      });
    },
    clear: (): Promise<boolean> => {
      const isHeard = watchFor('CLEARED');
      const cleared = client.mutate({
        mutation: ClearNotificationsDocument,
        variables: { input: { mutationId: newId() } },
        optimisticResponse: { clearNotifications: { __typename: 'ClearNotificationsPayload', unreadCount: 0 } },
        update: (cache) => {
          if (!isHeard()) clearInbox(cache);
        },
      });
      return succeeds(cleared, texts.failedToClear);
    },
  };
};
