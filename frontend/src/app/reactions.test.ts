import { ApolloLink, gql } from '@apollo/client';
import { Subject } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { makeClient } from '../sync/client/client';
import { trackQueries, trackMutations } from '../sync/client/requestTracking';
import { TasksDocument, type TasksQuery, type TasksQueryVariables } from '../features/tasks/list/Tasks.generated';
import { taskFixture } from '../features/tasks/model/task.fixture';
import type { ChangeSet } from './applyChangeSet';
import { startFeed } from '../sync/feed/feed';
import { FEED_REACTIONS } from './reactions';

// subscriptions go by the client's own link here, which the test speaks for
vi.mock('../sync/client/socket', () => ({
  openSocket: () => ({ link: ApolloLink.empty(), close: () => undefined }),
}));

const FIGURES = gql`
  query Dashboard {
    dashboardStats {
      totalTasks
    }
  }
`;
const OLDER = gql`
  query Older {
    older
  }
`;
const WRITE = gql`
  mutation Write($input: WriteInput!) {
    write(input: $input)
  }
`;

/** What the server was asked for, by name, in order; the test answers. */
function page() {
  const asked: { name: string | undefined; answer: (data: object) => void }[] = [];
  const events = new Subject<ApolloLink.Result>();
  const client = makeClient(
    ApolloLink.from([
      trackQueries(),
      trackMutations(),
      new ApolloLink(({ operationName }) => {
        if (operationName === 'Changes') return events;
        const request = new Subject<ApolloLink.Result>();
        const answer = (data: object): void => {
          request.next({ data: { ...data } });
          request.complete();
        };
        asked.push({ name: operationName, answer });
        return request;
      }),
    ]),
  );
  const requests = (name: string) => asked.filter((request) => request.name === name);
  const answer = async (name: string, index: number, data: object): Promise<void> => {
    await vi.waitFor(() => expect(requests(name).length).toBeGreaterThan(index), { timeout: 5_000 });
    requests(name)[index]?.answer(data);
  };
  const tell = (set: ChangeSet): void => events.next({ data: { changes: set } });
  return { client, requests, answer, tell };
}

const figures = (totalTasks: number) => ({ dashboardStats: { __typename: 'DashboardStats', totalTasks } });

const made = (revision: number, mutationId: string | null): ChangeSet => ({
  __typename: 'ChangeSet',
  epoch: 'one',
  projectId: 'p',
  revision,
  kind: 'CHANGES',
  mutationId,
  project: null,
  changes: [
    {
      __typename: 'Change',
      entity: 'TASK',
      entityId: 't',
      action: 'CREATED',
      movedTo: null,
      project: null,
      task: taskFixture({ id: 't', title: 'Book freight', status: 'TODO', rank: 'a', version: revision }),
      affected: [],
      taskRelation: null,
      attachment: null,
      column: null,
      checklistItem: null,
      comment: null,
      member: null,
    },
  ],
});

const JOINED: ChangeSet['changes'][number]['member'] = {
  __typename: 'ProjectMember',
  id: 'p:u',
  projectId: 'p',
  userId: 'u',
  role: 'MEMBER',
  joinedAt: '2026-11-01T00:00:00.000Z',
  user: {
    __typename: 'User',
    id: 'u',
    firstName: 'Wen',
    lastName: 'Stone',
    name: 'Wen Stone',
    username: 'wen',
    avatar: null,
  },
};

let stop = (): void => undefined;
afterEach(() => stop());

it('refetches the figures after queries that were in progress when an event changed them', async () => {
  const { client, requests, answer, tell } = page();
  stop = startFeed(client, FEED_REACTIONS);
  const shown = client.watchQuery({ query: FIGURES }).subscribe(() => undefined);
  await answer('Dashboard', 0, figures(1));
  void client.query({ query: OLDER });
  await vi.waitFor(() => expect(requests('Older')).toHaveLength(1));
  tell(made(2, null));
  await answer('Dashboard', 1, figures(2));
  expect(requests('Dashboard')).toHaveLength(2);
  // read before the event, and here after what was asked because of it
  await answer('Older', 0, { older: true });
  await answer('Dashboard', 2, figures(2));
  shown.unsubscribe();
});

it('refetches the figures after an own write, although its answer contained all data of the echo, and again after older queries', async () => {
  const { client, requests, answer, tell } = page();
  stop = startFeed(client, FEED_REACTIONS);
  const shown = client.watchQuery({ query: FIGURES }).subscribe(() => undefined);
  await answer('Dashboard', 0, figures(1));
  // it is known already, as by the answer of the write
  tell(made(2, null));
  await answer('Dashboard', 1, figures(2));
  void client.query({ query: OLDER });
  void client.mutate({ mutation: WRITE, variables: { input: { mutationId: 'mine' } } });
  await vi.waitFor(() => expect(requests('Write')).toHaveLength(1));
  tell(made(3, 'mine'));
  await answer('Write', 0, { write: true });
  await answer('Dashboard', 2, figures(2));
  await answer('Older', 0, { older: true });
  await answer('Dashboard', 3, figures(2));
  shown.unsubscribe();
});

it('counts a list with a filter again if its rows are not all loaded', async () => {
  const { client, requests, answer, tell } = page();
  stop = startFeed(client, FEED_REACTIONS);
  const variables: TasksQueryVariables = { filter: { statuses: ['TODO'] }, orderBy: 'CREATED_DESC' };
  const counts: (number | undefined)[] = [];
  const shown = client
    .watchQuery({ query: TasksDocument, variables })
    .subscribe(({ data }) => counts.push((data as TasksQuery | undefined)?.tasks.totalCount));
  const list = (totalCount: number) => ({ __typename: 'TaskConnection', totalCount });
  const pageInfo = { __typename: 'PageInfo', hasNextPage: true, endCursor: 'a' };
  const nodes = [taskFixture({ id: 'a', status: 'TODO' })];
  await answer('Tasks', 0, { tasks: { ...list(150), pageInfo, nodes }, all: list(400) });
  await vi.waitFor(() => expect(counts.at(-1)).toBe(150));
  tell(made(2, null));
  await answer('MatchCount', 0, { tasks: list(145) });
  await vi.waitFor(() => expect(counts.at(-1)).toBe(145));
  expect(requests('MatchCount')).toHaveLength(1);
  shown.unsubscribe();
});

it.each(['Team', 'TaskPeople'])('asks for the people of %s again after someone has joined a project', async (name) => {
  const { client, requests, answer, tell } = page();
  stop = startFeed(client, FEED_REACTIONS);
  const query = gql(`query ${name} { people }`);
  const shown = client.watchQuery({ query, fetchPolicy: 'no-cache' }).subscribe(() => undefined);
  await answer(name, 0, { people: 'Mara' });
  const [change] = made(2, null).changes;
  if (!change) throw new Error('no change');
  tell({ ...made(2, null), changes: [{ ...change, entity: 'MEMBER', entityId: 'u', task: null, member: JOINED }] });
  await answer(name, 1, { people: 'Mara, Wen' });
  expect(requests(name)).toHaveLength(2);
  shown.unsubscribe();
});
