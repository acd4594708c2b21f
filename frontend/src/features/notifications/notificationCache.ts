import type { ApolloCache, Reference } from '@apollo/client';
import { UnreadCountDocument } from './UnreadCount.generated';

/** The viewer's notifications, in the form of the cache; possibly only the count. */
interface StoredInbox {
  nodes?: readonly Reference[];
  totalCount?: number;
  unreadCount?: number;
}

/** The members of a group that are in the cache. */
interface KnownGroup {
  ref: string;
  size: number;
  unreadCount: number;
}

const TYPE = 'Notification';
/** The key of the list with the newest notification of each group. */
const GROUPED = '"grouped":true';

const changeInbox = (cache: ApolloCache, change: (inbox: StoredInbox, name: string) => StoredInbox): void => {
  cache.modify<{ notifications: StoredInbox }>({
    fields: {
      // The modifier's type includes references, but a connection is never one.
      notifications: (inbox, { storeFieldName }) => ('__ref' in inbox ? inbox : change(inbox, storeFieldName)),
    },
  });
};

const subtract = (count: number | undefined, by = 1): number | undefined =>
  count === undefined ? undefined : Math.max(0, count - by);

/** Returns whether a stored notification is unread, and marks it as read on request. */
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

const readGroup = (cache: ApolloCache, id: string | undefined): KnownGroup | null => {
  let found: KnownGroup | null = null;
  cache.modify<{ group: Reference }>({
    id,
    fields: {
      group: (group, { readField }) => {
        const ref = '__ref' in group ? group.__ref : undefined;
        const [size, unreadCount] = [readField<number>('size', group), readField<number>('unreadCount', group)];
        if (ref !== undefined && size !== undefined && unreadCount !== undefined) found = { ref, size, unreadCount };
        return group;
      },
    },
  });
  return found;
};

/** Whether a newer notification now represents the group. Actions on a group do not change newer notifications. */
const isReplaced = (cache: ApolloCache, id: string | undefined, group: KnownGroup): boolean => {
  let isFound = false;
  changeInbox(cache, (inbox, name) => {
    isFound ||=
      name.includes(GROUPED) &&
      (inbox.nodes ?? []).some(({ __ref }) => __ref !== id && readGroup(cache, __ref)?.ref === group.ref);
    return inbox;
  });
  return isFound;
};

const changeGroup = (cache: ApolloCache, group: KnownGroup | null, by: { size?: number; unread: number }): void => {
  if (!group) return;
  cache.modify<{ size: number; unreadCount: number }>({
    id: group.ref,
    fields: {
      size: (size) => Math.max(0, size - (by.size ?? 0)),
      unreadCount: (count) => Math.max(0, count - by.unread),
    },
  });
};

export const setUnreadCount = (cache: ApolloCache, unreadCount: number): void => {
  const notifications = { __typename: 'NotificationConnection', unreadCount } as const;
  cache.writeQuery({ query: UnreadCountDocument, data: { notifications } });
  changeInbox(cache, (inbox) => (inbox.unreadCount === undefined ? inbox : { ...inbox, unreadCount }));
};

/** Adds a new notification that is in the cache to the top of the list, where it represents its group. */
export const addNotification = (cache: ApolloCache, notificationId: string): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  if (!id) return;
  const group = readGroup(cache, id)?.ref;
  changeInbox(cache, (inbox, name) => {
    if (!inbox.nodes || !name.includes(GROUPED) || inbox.nodes.some((node) => node.__ref === id)) return inbox;
    const others = inbox.nodes.filter((node) => group === undefined || readGroup(cache, node.__ref)?.ref !== group);
    return {
      ...inbox,
      nodes: [{ __ref: id }, ...others],
      ...(inbox.totalCount !== undefined && {
        totalCount: inbox.totalCount + 1 - (inbox.nodes.length - others.length),
      }),
    };
  });
};

/** Marks a notification as read, or all loaded ones of its group; read ones and their count stay unchanged. */
export const markRead = (cache: ApolloCache, notificationId: string, { withGroup = false } = {}): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  const group = readGroup(cache, id);
  const isWhole = withGroup && group !== null && !isReplaced(cache, id, group);
  const wasUnread = readUnread(cache, id, { mark: true });
  const unread = isWhole ? group.unreadCount : Number(wasUnread);
  if (unread === 0) return;
  changeInbox(cache, (inbox) => {
    if (isWhole) {
      for (const { __ref } of inbox.nodes ?? []) {
        if (readGroup(cache, __ref)?.ref === group.ref) readUnread(cache, __ref, { mark: true });
      }
    }
    return { ...inbox, unreadCount: subtract(inbox.unreadCount, unread) };
  });
  changeGroup(cache, group, { unread });
};

/** Whether the list must fetch the next notification of a group once this one, which represents it, is removed. */
export const needsNextOfGroup = (cache: ApolloCache, notificationId: string): boolean => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  if ((readGroup(cache, id)?.size ?? 0) <= 1) return false;
  let isListed = false;
  changeInbox(cache, (inbox, name) => {
    isListed ||= name.includes(GROUPED) && (inbox.nodes ?? []).some((node) => node.__ref === id);
    return inbox;
  });
  return isListed;
};

export const markAllRead = (cache: ApolloCache): void =>
  changeInbox(cache, (inbox) => {
    for (const { __ref } of inbox.nodes ?? []) {
      readUnread(cache, __ref, { mark: true });
      const group = readGroup(cache, __ref);
      changeGroup(cache, group, { unread: group?.unreadCount ?? 0 });
    }
    return { ...inbox, unreadCount: 0 };
  });

/** Removes a notification, or its whole group, from the lists and from the cache. Repeating it has no effect. */
export const removeNotification = (cache: ApolloCache, notificationId: string, { withGroup = false } = {}): void => {
  const id = cache.identify({ __typename: TYPE, id: notificationId });
  const group = readGroup(cache, id);
  const isWhole = withGroup && group !== null && !isReplaced(cache, id, group);
  const wasUnread = readUnread(cache, id, { mark: false });
  const unread = isWhole ? group.unreadCount : Number(wasUnread);
  let isKnown = false;
  changeInbox(cache, (inbox) => {
    const nodes = inbox.nodes?.filter(
      ({ __ref }) => __ref !== id && !(isWhole && readGroup(cache, __ref)?.ref === group.ref),
    );
    const gone = (inbox.nodes?.length ?? 0) - (nodes?.length ?? 0);
    if (gone > 0) isKnown = true;
    return gone === 0 ? inbox : { ...inbox, nodes, totalCount: subtract(inbox.totalCount, gone) };
  });
  if (isKnown) {
    changeInbox(cache, (inbox) => ({ ...inbox, unreadCount: subtract(inbox.unreadCount, unread) }));
    changeGroup(cache, group, { size: isWhole ? group.size : 1, unread });
  }
  cache.evict({ id });
};

/** Empties the list. */
export const clearInbox = (cache: ApolloCache): void =>
  changeInbox(cache, (inbox) => ({ ...inbox, ...(inbox.nodes && { nodes: [], totalCount: 0 }), unreadCount: 0 }));
