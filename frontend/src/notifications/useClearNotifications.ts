import { useMutation } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { notificationsTexts } from '../texts/notifications';
import { ClearNotificationsDocument } from './ClearNotifications.generated';
import { clearInbox } from './notificationCache';
import { watchFor } from './wholeInbox';

/** Deletes all notifications; answers whether it is done. */
export const useClearNotifications = () => {
  const [mutate, state] = useMutation(ClearNotificationsDocument);
  const run = async (): Promise<boolean> => {
    const isDone = watchFor('CLEARED');
    try {
      await mutate({
        variables: { input: { mutationId: newId() } },
        optimisticResponse: { clearNotifications: { __typename: 'ClearNotificationsPayload', unreadCount: 0 } },
        update: (cache) => {
          if (!isDone()) clearInbox(cache);
        },
      });
      return true;
    } catch (error) {
      reportError(error, { fallback: notificationsTexts.failedToClear });
      return false;
    }
  };
  return [run, state] as const;
};
