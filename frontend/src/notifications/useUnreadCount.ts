import { useQuery } from '@apollo/client/react';
import { UnreadCountDocument } from './UnreadCount.generated';

/** How many notifications are unread; kept true by the live events. */
export const useUnreadCount = (): number => {
  const { data, previousData } = useQuery(UnreadCountDocument);
  return (data ?? previousData)?.notifications.unreadCount ?? 0;
};
