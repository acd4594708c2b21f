import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A server that answers like Planka 2, as far as an import asks it: pages of archives and comments, keys, and its oddities.
 */

type Row = Record<string, unknown>;

export interface TestPlanka {
  url: string;
  /** The requests that it got, as their paths. */
  asked: string[];
  /** Answers the next requests with this status. */
  fail(status: number, times: number): void;
  close(): Promise<void>;
}

export const PLANKA_KEY = 'key-of-planka';
const ARCHIVE_PAGE = 2;
const COMMENT_PAGE = 2;

const card = (id: string, name: string, listId: string, more: Row = {}): Row => ({
  id,
  name,
  listId,
  description: null,
  dueDate: null,
  position: Number(id),
  isClosed: false,
  commentsTotal: 0,
  listChangedAt: `2024-01-0${id.at(-1)}T00:00:00.000Z`,
  createdAt: '2024-01-01T00:00:00.000Z',
  ...more,
});

const ARCHIVED = ['2011', '2012', '2013'].map((id) => card(id, `Old ${id}`, '1003'));
const COMMENTS = ['31', '32', '33'].map((id) => ({
  id,
  cardId: '2000',
  text: `Comment ${id}`,
  userId: id === '31' ? null : '2',
  createdAt: `2024-02-0${id.at(-1)}T00:00:00.000Z`,
}));

const board = (url: string, version: 1 | 2): Row => ({
  item: { id: '10', name: 'Garten 🌷', projectId: '100' },
  included: {
    labels: [
      { id: '500', name: 'Bug', color: 'berry-red' },
      { id: '502', name: null, color: 'sunny-grass' },
    ],
    lists: [
      { id: '1002', type: 'closed', position: 3, name: 'Done' },
      { id: '1001', type: 'active', position: 2, name: 'Doing' },
      { id: '1000', type: 'active', position: 1, name: 'To Do' },
      { id: '1003', type: 'archive', position: null, name: null },
      { id: '1004', type: 'trash', position: null, name: null },
    ].map(({ type, ...list }) => (version === 1 ? list : { ...list, type })),
    cards: [
      card('2000', 'Dig', '1000', {
        description: 'Some **markdown**',
        dueDate: '2024-03-01T10:00:00.000Z',
        commentsTotal: 3,
      }),
      card('2001', 'Finished', '1002'),
      card('2002', 'Closed', '1001', { isClosed: true }),
      card('2003', 'Deleted', '1004'),
    ],
    cardMemberships: [{ id: '1', cardId: '2000', userId: '2' }],
    cardLabels: [
      { id: '1', cardId: '2000', labelId: '500' },
      { id: '2', cardId: '2000', labelId: '502' },
    ],
    taskLists: [{ id: '4000', position: 1, name: 'Steps', cardId: '2000' }],
    tasks: [
      { id: '4100', position: 2, name: 'second', isCompleted: false, taskListId: '4000', assigneeUserId: null },
      { id: '4101', position: 1, name: 'first', isCompleted: true, taskListId: '4000', assigneeUserId: '2' },
    ],
    customFields: [{ id: '5100', name: 'Effort' }],
    customFieldValues: [
      { id: '1', content: 'High', cardId: '2000', customFieldId: '5100' },
      { id: '2', content: '3d', cardId: '2000', customFieldId: '5101' },
    ],
    users: [{ id: '2', name: 'Jon Okafor', username: 'jon' }],
    attachments: [
      {
        id: '3000',
        type: 'file',
        name: 'plan.png',
        cardId: '2000',
        data: { url: `${url}/attachments/3000/download/plan.png` },
      },
      { id: '3002', type: 'link', name: 'Roses', cardId: '2000', data: { url: 'https://example.com/roses' } },
    ],
  },
});

const projects = {
  items: [{ id: '100', name: 'Home' }],
  included: {
    boards: [
      { id: '10', name: 'Garten 🌷', projectId: '100' },
      { id: '11', name: 'Kitchen', projectId: '100' },
    ],
    customFields: [{ id: '5101', name: 'Time', baseCustomFieldGroupId: '900' }],
  },
};

/** Returns the page after a row, as Planka sorts: the newest first. */
function pageOf(rows: readonly Row[], before: string | null, size: number): Row[] {
  const sorted = rows.toReversed();
  const from = before === null ? 0 : sorted.findIndex(({ id }) => id === before) + 1;
  return sorted.slice(from, from + size);
}

function answer(url: string, version: 1 | 2, { pathname, searchParams }: URL): unknown {
  if (pathname === '/api/projects') return projects;
  if (pathname === '/api/boards/10') return board(url, version);
  if (pathname === '/api/lists/1003/cards') {
    const before = searchParams.get('before[id]');
    return { items: pageOf(ARCHIVED, before, ARCHIVE_PAGE), included: {} };
  }
  if (pathname === '/api/cards/2000/comments') {
    return { items: pageOf(COMMENTS, searchParams.get('beforeId'), COMMENT_PAGE), included: { users: [] } };
  }
  return undefined;
}

export async function startPlanka(version: 1 | 2 = 2): Promise<TestPlanka> {
  const asked: string[] = [];
  let failing = { status: 0, times: 0 };
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', url);
    asked.push(address.pathname);
    const send = (status: number, body: unknown): void => void response.writeHead(status).end(JSON.stringify(body));
    if (failing.times > 0) {
      failing.times -= 1;
      return send(failing.status, {});
    }
    const { authorization } = request.headers;
    const isKnown = request.headers['x-api-key'] === PLANKA_KEY && authorization === undefined;
    if (!isKnown) return send(401, {});
    const found = answer(url, version, address);
    return found === undefined ? send(404, {}) : send(200, found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    fail: (status, times) => {
      failing = { status, times };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
