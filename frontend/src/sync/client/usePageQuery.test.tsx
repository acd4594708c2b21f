import { ApolloLink, gql, type TypedDocumentNode } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { Subject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../features/account/session/withClient.fixture';
import { makeClient } from './client';
import { usePageQuery } from './usePageQuery';

interface Answer {
  task: { __typename: 'Task'; id: string; title: string; description: string };
}

const QUERY: TypedDocumentNode<Answer, Record<string, never>> = gql`
  query Page {
    task(id: "t") {
      id
      title
      description
    }
  }
`;
const TITLE = gql`
  fragment Title on Task {
    title
  }
`;

const answer = (title: string) => ({
  data: { task: { __typename: 'Task', id: 't', title, description: 'Long' } },
});

describe('what a page shows', () => {
  let answers: Subject<ApolloLink.Result>[];
  let client: ReturnType<typeof makeClient>;

  beforeEach(() => {
    answers = [];
    client = makeClient(
      new ApolloLink(() => {
        const subject = new Subject<ApolloLink.Result>();
        answers.push(subject);
        return subject;
      }),
    );
  });

  const open = () => renderHook(() => usePageQuery(QUERY), { wrapper: withClient(client) }).result;
  const retitle = (title: string, layer?: string): void =>
    act(() => {
      const write = (cache: typeof client.cache): void => {
        cache.writeFragment({ id: 'Task:t', fragment: TITLE, data: { __typename: 'Task', title } });
      };
      if (layer) client.cache.recordOptimisticTransaction(write, layer);
      else write(client.cache);
    });
  const say = (at: number, title: string): void =>
    act(() => {
      answers[at]?.next(answer(title));
      answers[at]?.complete();
    });

  it('is never partial data of the cache', async () => {
    client.cache.writeQuery({
      query: gql`
        query Part {
          task(id: "t") {
            id
            title
          }
        }
      `,
      data: { task: { __typename: 'Task', id: 't', title: 'Known' } },
    });
    const page = open();
    expect(page.current).toMatchObject({ data: undefined, loading: true });
    retitle('Mine', 'layer');
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(page.current.data).toBeUndefined();
    act(() => client.cache.removeOptimistic('layer'));
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(page.current.data ?? page.current.previousData).toBeUndefined();
    for (const at of answers.keys()) say(at, 'Told');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Told'));
  });

  it('is queried once, whatever enters the cache before its answer', async () => {
    client.cache.writeFragment({ id: 'Task:t', fragment: TITLE, data: { __typename: 'Task', title: 'Part' } });
    const page = open();
    for (const title of ['Another part', 'And another']) {
      retitle(title);
      await act(() => new Promise((done) => setTimeout(done, 20)));
    }
    expect(answers).toHaveLength(1);
    say(0, 'Told');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Told'));
    // What is missing later is asked for, as ever.
    act(() => void client.cache.evict({ id: 'Task:t', fieldName: 'description' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    say(1, 'Told again');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Told again'));
  });

  it('follows the cache during a refetch, and after its failure', async () => {
    const page = open();
    say(0, 'First');
    await waitFor(() => expect(page.current.data?.task.title).toBe('First'));
    const again = page.current.refetch().catch(() => undefined);
    await waitFor(() => expect(answers).toHaveLength(2));
    retitle('Second');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Second'));
    retitle('Third', 'layer');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Third'));
    act(() => client.cache.removeOptimistic('layer'));
    await waitFor(() => expect(page.current.data?.task.title).toBe('Second'));
    act(() => answers[1]?.error(new Error('Failed to fetch')));
    await again;
    expect(page.current.data?.task.title).toBe('Second');
  });

  it('is refetched although a request is in progress, which may be older than the change', async () => {
    const page = open();
    say(0, 'First');
    await waitFor(() => expect(page.current.data?.task.title).toBe('First'));
    const before = page.current.refetch().catch(() => undefined);
    await waitFor(() => expect(answers).toHaveLength(2));
    const after = page.current.refetch().catch(() => undefined);
    await waitFor(() => expect(answers).toHaveLength(3));
    say(2, 'Newest');
    await waitFor(() => expect(page.current.data?.task.title).toBe('Newest'));
    say(1, 'Newest');
    await Promise.all([before, after]);
  });
});
