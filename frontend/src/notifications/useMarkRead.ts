import { useMutation } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { notificationsTexts } from '../texts/notifications';
import { MarkNotificationReadDocument } from './MarkNotificationRead.generated';
import { markRead } from './notificationCache';

/** Marks a notification as read, at once on the screen. */
export const useMarkRead = () => {
  const [mutate, state] = useMutation(MarkNotificationReadDocument, {
    update: (cache, { data }) => {
      if (data) markRead(cache, data.markNotificationRead.notification.id);
    },
  });
  const run = async (id: string): Promise<void> => {
    try {
      await mutate({
        variables: { input: { id, mutationId: newId() } },
        optimisticResponse: {
          markNotificationRead: {
            __typename: 'MarkNotificationReadPayload',
            notification: { __typename: 'Notification', id },
          },
        },
      });
    } catch (error) {
      reportError(error, { fallback: notificationsTexts.failedToMarkRead });
    }
  };
  return [run, state] as const;
};
