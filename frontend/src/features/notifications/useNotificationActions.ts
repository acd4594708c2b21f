import { useApolloClient } from '@apollo/client/react';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { runWrite } from '../../sync/writes/runWrite';
import { notificationsTexts as texts } from '../../texts/notifications';
import { ClearNotificationsDocument } from './ClearNotifications.generated';
import { MarkAllNotificationsReadDocument } from './MarkAllNotificationsRead.generated';
import { clearInbox, markAllRead, needsNextOfGroup } from './notificationCache';
import { NotificationsDocument } from './Notifications.generated';
import { watchInboxActions } from './inboxEvents';
import { deleteNotification } from './writes/deleteNotification';
import { snoozeNotification } from './writes/snoozeNotification';
import { markNotificationRead } from './writes/markNotificationRead';

/** Actions on notifications, with immediate effect on the screen; each returns whether it succeeded. */
export const useNotificationActions = () => {
  const client = useApolloClient();
  return {
    markRead: (id: string, withGroup = false): Promise<boolean> => {
      const marked = runWrite(client, markNotificationRead, { id, ...(withGroup && { group: true }) });
      return succeeds(marked, texts.failedToMarkRead);
    },
    markAllRead: (): Promise<boolean> => {
      const isHeard = watchInboxActions('READ_ALL');
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
    remove: async (id: string, withGroup = false): Promise<boolean> => {
      const isLacking = !withGroup && needsNextOfGroup(client.cache, id);
      const removed = runWrite(client, deleteNotification, { id, ...(withGroup && { group: true }) });
      const isDone = await succeeds(removed, texts.failedToDelete);
      // The next one of its group replaces it.
      if (isDone && isLacking) await client.refetchQueries({ include: [NotificationsDocument] }).catch(() => undefined);
      return isDone;
    },
    /** Hides a notification and its group until a time. */
    snooze: (id: string, until: Date): Promise<boolean> =>
      succeeds(
        runWrite(client, snoozeNotification, { id, group: true, until: until.toISOString() }),
        texts.snooze.failed,
      ),
    clear: (): Promise<boolean> => {
      const isHeard = watchInboxActions('CLEARED');
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
