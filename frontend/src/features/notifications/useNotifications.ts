import { usePageQuery } from '../../sync/client/usePageQuery';
import { NotificationsDocument, type NotificationsQuery } from './Notifications.generated';

export type ListedNotification = NotificationsQuery['notifications']['nodes'][number];

/** Returns the viewer's notifications, newest first, page by page; refetches them each time they are opened. */
export const useNotifications = () => {
  const { data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(NotificationsDocument);
  const inbox = (data ?? previousData)?.notifications;
  const after = inbox?.pageInfo.hasNextPage ? inbox.pageInfo.endCursor : null;
  return {
    notifications: inbox?.nodes ?? null,
    unreadCount: inbox?.unreadCount ?? 0,
    error,
    loading,
    hasMore: after !== null,
    loadMore: () => fetchMore({ variables: { after } }),
    retry: readAgain,
  };
};
