import { ApolloLink } from '@apollo/client';
import { screen, within } from '@testing-library/react';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { NotificationsPanel } from './NotificationsPanel';
import { params } from './params.fixture';

const note = (id: string, createdAt: Date) => ({
  __typename: 'Notification',
  id,
  kind: 'NOTE',
  title: `Note ${id}`,
  message: '',
  params: null,
  count: 1,
  read: true,
  createdAt: createdAt.toISOString(),
  group: { __typename: 'NotificationGroup', id, size: 1, unreadCount: 0, count: 1 },
  actor: null,
  task: null,
  project: null,
});

/** Of several tasks. */
const several = (id: string, fields: object) => ({
  ...note(id, new Date()),
  kind: 'OVERDUE',
  title: '12 tasks are overdue',
  message: '“A”, “B”, “C” and 9 more',
  count: 12,
  ...fields,
});

const show = (nodes: readonly object[]) => {
  const notifications = {
    __typename: 'NotificationList',
    totalCount: nodes.length,
    unreadCount: 0,
    pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    nodes,
  };
  const link = new ApolloLink(() => of({ data: { notifications } }));
  renderPart(link, <NotificationsPanel onLeave={() => undefined} onClear={() => undefined} />);
};

describe('NotificationsPanel', () => {
  it('names the day once, in its heading, and the time at each row', async () => {
    const today = new Date();
    today.setHours(0, 0, 0, 0);
    show([note('a', today), note('b', new Date(2026, 0, 5, 17, 30))]);
    const ofToday = within(await screen.findByRole('region', { name: 'Today' }));
    expect(ofToday.getByText('12:00 AM')).toBeVisible();
    const earlier = within(screen.getByRole('region', { name: 'Jan 5, 2026' }));
    expect(earlier.getByText('5:30 PM')).toBeVisible();
  });

  it('links a group of tasks to the page that shows them all', async () => {
    const project = { __typename: 'Project', id: 'p', name: 'Lamp' };
    const assigned = { kind: 'TASK_ASSIGNED', title: 'Ana Ito assigned 12 tasks to you' };
    show([
      several('a', {}),
      several('b', { kind: 'DUE_SOON', title: '12 tasks are due within 24 hours' }),
      several('c', { ...assigned, project }),
      several('d', assigned),
    ]);
    const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['12 tasks are overdue', '/tasks?overdue=true'],
      ['12 tasks are due within 24 hours', '/tasks?sort=DUE_ASC'],
      ['Ana Ito assigned 12 tasks to you', '/projects/p'],
      ['Ana Ito assigned 12 tasks to you', '/tasks'],
    ]);
  });

  it('shows kinds that only a newer server knows, in the words of the server', async () => {
    const later = { kind: 'TASK_PRAISED', params: { ...params, names: ['A', 'B'] } };
    show([
      several('a', { ...later, title: 'Ana Ito praised 12 tasks', message: '“A” and “B”' }),
      {
        ...note('b', new Date()),
        ...later,
        title: 'Lamp',
        message: 'Ana Ito praised “Lamp”',
        task: { __typename: 'Task', id: 't' },
      },
      { ...note('c', new Date()), ...later, title: 'Praise', message: '' },
      note('d', new Date()),
    ]);
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.querySelector('.notification-text'));
    expect(rows.map((row) => [row?.textContent, row?.getAttribute('href')])).toEqual([
      ['Ana Ito praised 12 tasks', '/tasks'],
      ['Ana Ito praised “Lamp”', '/board?task=t'],
      ['Praise', null],
      ['Note d', null],
    ]);
  });
});
