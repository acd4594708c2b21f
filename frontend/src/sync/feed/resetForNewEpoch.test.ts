import { ApolloLink, gql } from '@apollo/client';
import { Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { makeClient } from '../client/client';
import { resetForNewEpoch } from './resetForNewEpoch';

const TASK = gql`
  query Task($id: ID!) {
    task(id: $id) {
      id
      title
      version
      history(first: 2) {
        nodes {
          id
        }
      }
    }
  }
`;

const answer = (id: string, title: string, version: number, lines: string[]) => ({
  data: {
    task: {
      __typename: 'Task',
      id,
      title,
      version,
      history: {
        __typename: 'HistoryEntryConnection',
        nodes: lines.map((line) => ({ __typename: 'HistoryEntry', id: line })),
      },
    },
  },
});

interface Shown {
  task: { title: string; version: number; history: { nodes: { id: string }[] } };
}

it('keeps the shown data until it is refetched, in any version, and evicts the rest', async () => {
  const requests: Subject<ApolloLink.Result>[] = [];
  const client = makeClient(
    new ApolloLink(() => {
      const request = new Subject<ApolloLink.Result>();
      requests.push(request);
      return request;
    }),
  );
  const tell = (index: number, result: ReturnType<typeof answer>): void => {
    requests[index]?.next(result);
    requests[index]?.complete();
  };
  const left = client.query({ query: TASK, variables: { id: 'left' } });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  tell(0, answer('left', 'Of another page', 5, []));
  await left;
  const titles: (string | undefined)[] = [];
  const watched = client.watchQuery<Shown>({ query: TASK, variables: { id: 'shown' } });
  const subscription = watched.subscribe(({ data }) => titles.push((data as Shown | undefined)?.task.title));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  tell(1, answer('shown', 'Before the restore', 9, ['9', '2']));
  await vi.waitFor(() => expect(titles.at(-1)).toBe('Before the restore'));

  resetForNewEpoch(client);
  expect(JSON.stringify(client.cache.extract())).not.toContain('Of another page');
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  tell(2, answer('shown', 'As it was restored', 2, ['2']));
  await vi.waitFor(() => expect(titles.at(-1)).toBe('As it was restored'));
  const { task } = watched.getCurrentResult().data as Shown;
  expect([task.version, task.history.nodes.map(({ id }) => id)]).toEqual([2, ['2']]);
  // nothing that is open has gone away meanwhile
  expect(titles.slice(titles.indexOf('Before the restore'))).not.toContain(undefined);
  subscription.unsubscribe();
});
