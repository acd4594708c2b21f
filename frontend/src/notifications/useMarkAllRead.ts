import { useMutation } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { notificationsTexts } from '../texts/notifications';
import { MarkAllNotificationsReadDocument } from './MarkAllNotificationsRead.generated';
import { markAllRead } from './notificationCache';
import { watchFor } from './wholeInbox';

/** Marks all notifications as read, at once on the screen. */
export const useMarkAllRead = () => {
  const [mutate, state] = useMutation(MarkAllNotificationsReadDocument);
  const run = async (): Promise<void> => {
    const isDone = watchFor('READ_ALL');
    try {
      await mutate({
        variables: { input: { mutationId: newId() } },
        optimisticResponse: {
          markAllNotificationsRead: { __typename: 'MarkAllNotificationsReadPayload', unreadCount: 0 },
        },
        update: (cache) => {
          if (!isDone()) markAllRead(cache);
        },
      });
    } catch (error) {
      reportError(error, { fallback: notificationsTexts.failedToMarkAllRead });
    }
  };
  return [run, state] as const;
};
