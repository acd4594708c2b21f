import { ApolloLink } from '@apollo/client';
import { fireEvent, screen } from '@testing-library/react';
import { of } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { params } from './params.fixture';
import { SnoozedNotifications } from './SnoozedNotifications';

const notification = (id: string, task: string) => ({
  __typename: 'Notification',
  id,
  kind: 'OVERDUE',
  title: 'Overdue',
  message: 'Overdue',
  params: { ...params, actor: null, task },
  count: 1,
  read: true,
  createdAt: '2026-11-28T12:00:00.000Z',
  snoozedUntil: '2026-12-01T12:00:00.000Z',
  group: { __typename: 'NotificationGroup', id, size: 1, unreadCount: 0, count: 1 },
  actor: null,
  task: null,
  project: { __typename: 'Project', id: 'p', name: 'Tern launch' },
});

beforeEach(() => {
  // jsdom shows nothing on a screen, so "Show more" is pressed.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});

it('shows its next page, and brings a whole group back', async () => {
  const woken: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'SnoozeNotification') {
      woken.push(variables['input']);
      return of({ data: { snoozeNotification: { __typename: 'MarkNotificationReadPayload', unreadCount: 2 } } });
    }
    const isNext = variables['after'] === 'one';
    const nodes = [isNext ? notification('b', 'Book freight') : notification('a', 'Press kit')];
    const pageInfo = { __typename: 'PageInfo', hasNextPage: !isNext, endCursor: isNext ? 'two' : 'one' };
    return of({ data: { notifications: { __typename: 'NotificationConnection', pageInfo, nodes } } });
  });
  renderPart(link, <SnoozedNotifications />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Book freight')).toBeTruthy();
  expect(screen.getByText('Press kit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Bring back' })[0] as HTMLElement);
  await expect.poll(() => woken).toMatchObject([{ id: 'a', until: null, group: true }]);
});
