import { useMutation } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { notificationsTexts } from '../texts/notifications';
import { DeleteNotificationDocument } from './DeleteNotification.generated';
import { removeNotification } from './notificationCache';

/** Deletes a notification, at once on the screen. */
export const useDeleteNotification = () => {
  const [mutate, state] = useMutation(DeleteNotificationDocument, {
    update: (cache, { data }) => {
      if (data) removeNotification(cache, data.deleteNotification.notificationId);
    },
  });
  const run = async (id: string): Promise<void> => {
    try {
      await mutate({
        variables: { input: { id, mutationId: newId() } },
        optimisticResponse: {
          deleteNotification: { __typename: 'DeleteNotificationPayload', notificationId: id },
        },
      });
    } catch (error) {
      reportError(error, { fallback: notificationsTexts.failedToDelete });
    }
  };
  return [run, state] as const;
};
