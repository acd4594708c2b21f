import type { ApolloCache, Reference } from '@apollo/client';
import { UnreadCountDocument } from './UnreadCount.generated';

/** The viewer's notifications as the cache stores them; only the count may be known. */
interface StoredInbox {
  nodes?: readonly Reference[];
  totalCount?: number;
  unreadCount?: number;
}

const TYPE = 'Notification';

const changeInbox = (cache: ApolloCache, change: (inbox: StoredInbox) => StoredInbox): void => {
  cache.modify<{ notifications: StoredInbox }>({
    // The modifier is typed for a reference too, which a connection never is.
    fields: { notifications: (inbox) => ('__ref' in inbox ? inbox : change(inbox)) },
  });
};

const less = (count: number | undefined, by = 1): number | undefined =>
  count === undefined ? undefined : Math.max(0, count - by);

/** Answers whether one is unread where it is stored, and marks it as read if that is wanted. */
const readUnread = (cache: ApolloCache, id: string | undefined, { mark }: { mark: boolean }): boolean => {
  let isUnread = false;
  cache.modify<{ read: boolean }>({
    id,
    fields: {
      read: (read) => {
        isUnread = !read;
        return mark || read;
      },
    },
  });
  return isUnread;
};

/** Sets the unread count to what the server says it is. */
export const setUnreadCount = (cache: ApolloCache, unreadCount: number): void => {
  const notifications = { __typename: 'NotificationConnection', unreadCount } as const;
  cache.writeQuery({ query: UnreadCountDocument, data: { notifications } });
};

/** Puts a new one, which is in the cache already, at the top. */
export const addNotification = (cache: ApolloCache, notificationId: string): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  if (!id) return;
  changeInbox(cache, (inbox) => {
    if (!inbox.nodes || inbox.nodes.some((node) => node.__ref === id)) return inbox;
    return {
      ...inbox,
      nodes: [{ __ref: id }, ...inbox.nodes],
      ...(inbox.totalCount !== undefined && { totalCount: inbox.totalCount + 1 }),
    };
  });
};

/** Marks one as read; a read one stays as it is, and so does the count. */
export const markRead = (cache: ApolloCache, notificationId: string): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  if (!readUnread(cache, id, { mark: true })) return;
  changeInbox(cache, (inbox) => ({ ...inbox, unreadCount: less(inbox.unreadCount) }));
};

/** Marks all as read. */
export const markAllRead = (cache: ApolloCache): void =>
  changeInbox(cache, (inbox) => {
    for (const node of inbox.nodes ?? []) readUnread(cache, node.__ref, { mark: true });
    return { ...inbox, unreadCount: 0 };
  });

/** Takes one out of the list and out of the cache; one that is gone already changes nothing. */
export const removeNotification = (cache: ApolloCache, notificationId: string): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  const wasUnread = readUnread(cache, id, { mark: false });
  changeInbox(cache, (inbox) => {
    const nodes = inbox.nodes?.filter((node) => node.__ref !== id);
    if (nodes?.length === inbox.nodes?.length) return inbox;
    return {
      ...inbox,
      nodes,
      totalCount: less(inbox.totalCount),
      unreadCount: less(inbox.unreadCount, wasUnread ? 1 : 0),
    };
  });
  cache.evict({ id });
};

/** Empties the list. */
export const clearInbox = (cache: ApolloCache): void =>
  changeInbox(cache, (inbox) => ({ ...inbox, ...(inbox.nodes && { nodes: [], totalCount: 0 }), unreadCount: 0 }));
