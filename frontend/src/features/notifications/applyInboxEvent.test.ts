import { gql } from '@apollo/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCache } from '../../sync/client/client';
import type { VersionedCache } from '../../sync/client/versionGuard';
import { markRead, removeNotification } from './notificationCache';
import { UnreadCountDocument } from './UnreadCount.generated';
import { watchInboxActions } from './inboxEvents';
import { applyInboxEvent, type InboxEvent } from './applyInboxEvent';

const INBOX = gql`
  query Inbox {
    notifications(first: 30, grouped: true) {
      totalCount
      unreadCount
      nodes {
        id
        read
        group {
          id
          size
          unreadCount
          count
        }
      }
    }
  }
`;

let cache: VersionedCache;

const put = (rows: Record<string, boolean>, unreadCount: number): void => {
  const nodes = Object.entries(rows).map(([id, read]) => ({
    __typename: 'Notification',
    id,
    read,
    params: null,
    group: { __typename: 'NotificationGroup', id, size: 1, unreadCount: read ? 0 : 1, count: 1 },
  }));
  const inbox = { __typename: 'NotificationConnection', totalCount: nodes.length, unreadCount, nodes };
  cache.writeQuery({ query: INBOX, data: { notifications: inbox } });
};
const inbox = () => {
  const data = cache.readQuery<{
    notifications: { totalCount: number; unreadCount: number; nodes: { id: string; read: boolean }[] };
  }>({ query: INBOX });
  const rows = data?.notifications.nodes.map(({ id, read }) => (read ? id : `${id}*`)).join(' ');
  return [rows, data?.notifications.unreadCount, data?.notifications.totalCount];
};
const event = (
  action: InboxEvent['action'],
  unreadCount: number,
  id: string | null = null,
  group: string = id ?? '',
): InboxEvent => ({
  __typename: 'NotificationEvent',
  action,
  unreadCount,
  notificationId: id,
  notification:
    action === 'ADDED' && id
      ? {
          __typename: 'Notification',
          id,
          kind: 'NOTE',
          title: 'Note',
          message: '',
          params: null,
          count: 1,
          read: false,
          createdAt: '2026-11-01T00:00:00.000Z',
          group: { __typename: 'NotificationGroup', id: group, size: group === id ? 1 : 2, unreadCount: 1, count: 1 },
          actor: null,
          task: null,
          project: null,
        }
      : null,
});

beforeEach(() => {
  cache = makeCache();
  put({ b: false, a: true }, 1);
});

describe('an event of the notifications', () => {
  it('adds a new one at the top, once', () => {
    applyInboxEvent(cache, event('ADDED', 2, 'c'));
    applyInboxEvent(cache, event('ADDED', 2, 'c'));
    expect(inbox()).toEqual(['c* b* a', 2, 3]);
  });

  it('replaces the earlier ones of its task, which are read and removed with it', () => {
    applyInboxEvent(cache, event('ADDED', 2, 'c', 'b'));
    expect(inbox()).toEqual(['c* a', 2, 2]);
    cache.modify({ id: 'NotificationGroup:b', fields: { unreadCount: () => 2 } });
    markRead(cache, 'c', { withGroup: true });
    expect(inbox()).toEqual(['c a', 0, 2]);
    removeNotification(cache, 'c', { withGroup: true });
    expect(inbox()).toEqual(['a', 0, 1]);
  });

  it('stays unread and listed if the earlier ones of its task are read and removed late', () => {
    applyInboxEvent(cache, event('ADDED', 2, 'c', 'b'));
    cache.modify({ id: 'NotificationGroup:b', fields: { unreadCount: () => 2 } });
    markRead(cache, 'b', { withGroup: true });
    expect(inbox()).toEqual(['c* a', 1, 2]);
    removeNotification(cache, 'b', { withGroup: true });
    expect(inbox()).toEqual(['c* a', 1, 2]);
  });

  it('requires a refetch of the list if only the newest of a group is removed', () => {
    applyInboxEvent(cache, event('ADDED', 2, 'c', 'b'));
    expect(applyInboxEvent(cache, event('REMOVED', 1, 'c'))).toBe(true);
    expect(applyInboxEvent(cache, event('REMOVED', 1, 'a'))).toBe(false);
  });

  it('uses the count of the server, whatever this tab had counted', () => {
    markRead(cache, 'b');
    markRead(cache, 'b');
    expect(inbox()).toEqual(['b a', 0, 2]);
    applyInboxEvent(cache, event('READ', 4, 'b'));
    expect(inbox()).toEqual(['b a', 4, 2]);
    applyInboxEvent(cache, event('SYNC', 7));
    expect(inbox()).toEqual(['b a', 7, 2]);
  });

  it('removes one, once, also when the answer comes later', () => {
    applyInboxEvent(cache, event('REMOVED', 0, 'b'));
    removeNotification(cache, 'b');
    expect(inbox()).toEqual(['a', 0, 1]);
  });

  it('marks all as read, and clears all', () => {
    const readAllIsDone = watchInboxActions('READ_ALL');
    applyInboxEvent(cache, event('READ_ALL', 0));
    expect(inbox()).toEqual(['b a', 0, 2]);
    expect(readAllIsDone()).toBe(true);
    applyInboxEvent(cache, event('CLEARED', 0));
    expect(inbox()).toEqual(['', 0, 0]);
  });

  it('sets the count before a list is loaded', () => {
    cache = makeCache();
    applyInboxEvent(cache, event('SYNC', 3));
    expect(cache.readQuery({ query: UnreadCountDocument })?.notifications.unreadCount).toBe(3);
    applyInboxEvent(cache, event('ADDED', 4, 'c'));
    expect(cache.readQuery({ query: UnreadCountDocument })?.notifications.unreadCount).toBe(4);
  });
});
