import { ApolloLink, gql, type TypedDocumentNode } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { of, throwError } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { withClient } from '../../features/account/session/withClient.fixture';
import { notifyConnectionBack } from '../../lib/connection';
import { makeClient } from './client';
import { HttpError } from './errors';
import { RETRIED, trackQueries } from './requestTracking';
import { retryFailedQueries } from './retryFailedQueries';
import { usePageQuery } from './usePageQuery';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const PAGE = gql`
  query Page {
    version
  }
`;
const COUNT = gql`
  query Count {
    count
  }
`;

const LIST: TypedDocumentNode<{ projects: { nodes: { id: string }[] } }> = gql`
  query List($after: String) {
    projects(after: $after) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** A page that reads from a server of these answers, one after the other. */
const open = (answers: ReturnType<ApolloLink.RequestHandler>[]) => {
  let asked = 0;
  const server = new ApolloLink(() => answers[asked++] ?? of({ data: { version: 'too many' } }));
  const client = makeClient(ApolloLink.from([trackQueries(), server]));
  stop = retryFailedQueries(client);
  const { result } = renderHook(() => usePageQuery(PAGE, { nextFetchPolicy: 'cache-only' }), {
    wrapper: withClient(client),
  });
  return { client, result, asked: () => asked };
};
const lost = () => throwError(() => new TypeError('Failed to fetch'));

it('retries failed queries when the connection is back, until they succeed', async () => {
  const { result, asked } = open([lost(), lost(), of({ data: { version: '1' } })]);
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(notifyConnectionBack);
  await waitFor(() => expect(asked()).toBe(2));
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(notifyConnectionBack);
  await waitFor(() => expect(result.current.data).toEqual({ version: '1' }));
  expect(result.current.error).toBeUndefined();
  act(notifyConnectionBack);
  expect(asked()).toBe(3);
});

it('retries a query that failed before the cache changed its data', async () => {
  const { client, result, asked } = open([of({ data: { version: '1' } }), lost(), of({ data: { version: '2' } })]);
  await waitFor(() => expect(result.current.data).toEqual({ version: '1' }));
  await act(() => result.current.readAgain());
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(() => void client.writeQuery({ query: PAGE, data: { version: 'changed here' } }));
  await waitFor(() => expect(result.current.data).toEqual({ version: 'changed here' }));
  expect(result.current.error).toBeUndefined();
  act(notifyConnectionBack);
  await waitFor(() => expect(result.current.data).toEqual({ version: '2' }));
  expect(asked()).toBe(3);
});

it('retries an unobserved count, and nothing else', async () => {
  const { client, asked } = open([of({ data: { version: '1' } }), lost(), lost(), of({ data: { count: 3 } })]);
  await waitFor(() => expect(asked()).toBe(1));
  const read = (variables: { n: number }, context: object) =>
    client.query({ query: COUNT, variables, fetchPolicy: 'network-only', context });
  await expect(read({ n: 1 }, {})).rejects.toThrow('Failed to fetch');
  await expect(read({ n: 2 }, RETRIED)).rejects.toThrow('Failed to fetch');
  act(notifyConnectionBack);
  await waitFor(() => expect(client.readQuery({ query: COUNT })).toEqual({ count: 3 }));
  act(notifyConnectionBack);
  expect(asked()).toBe(4);
});

it('retries a failed further page, and adds it to its list', async () => {
  const page = (id: string, endCursor: string | null) =>
    of({
      data: { projects: { nodes: [{ __typename: 'Project', id }], pageInfo: { hasNextPage: !!endCursor, endCursor } } },
    });
  const { client, result } = open([of({ data: { version: '1' } }), page('p1', 'c1'), lost(), page('p2', null)]);
  await waitFor(() => expect(result.current.data).toBeDefined());
  const list = client.watchQuery({ query: LIST });
  const reading = list.subscribe(() => undefined);
  const shown = () => list.getCurrentResult().data?.projects?.nodes?.map(({ id }) => id);
  await waitFor(() => expect(shown()).toEqual(['p1']));
  await expect(list.fetchMore({ variables: { after: 'c1' }, context: RETRIED })).rejects.toThrow('Failed to fetch');
  act(notifyConnectionBack);
  await waitFor(() => expect(shown()).toEqual(['p1', 'p2']));
  reading.unsubscribe();
});

it('does not retry refused queries', async () => {
  const { result, asked } = open([of({ errors: [new GraphQLError('No', { extensions: { code: 'FORBIDDEN' } })] })]);
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(notifyConnectionBack);
  expect(asked()).toBe(1);
});

it('retries queries that a busy server refused, with growing pauses, while the page is visible', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const busy = () => throwError(() => new HttpError(503, '{}'));
  const limited = () => of({ errors: [new GraphQLError('Wait', { extensions: { code: 'RATE_LIMITED' } })] });
  const { result, asked } = open([busy(), limited(), busy(), of({ data: { version: '1' } })]);
  await vi.waitFor(() => expect(result.current.error).toBeDefined());
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(asked()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(asked()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(8_900));
  expect(asked()).toBe(2);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked()).toBe(2);
  visibility.mockReturnValue('visible');
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(result.current.data).toEqual({ version: '1' });
  expect(asked()).toBe(4);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(asked()).toBe(4);
});
