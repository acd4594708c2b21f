import { ApolloLink, gql, type TypedDocumentNode } from '@apollo/client';
import { Subject } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from './client';
import {
  trackQueries,
  trackMutations,
  ownWrite,
  ownWrites,
  type PrefetchRequest,
  prefetchQuery,
  replayAfterPendingQueries,
} from './requestTracking';

const client = (answers: Subject<ApolloLink.Result>[]) =>
  makeClient(
    ApolloLink.from([
      trackQueries(),
      new ApolloLink(() => {
        const answer = new Subject<ApolloLink.Result>();
        answers.push(answer);
        return answer;
      }),
    ]),
  );

const READ: TypedDocumentNode<{ read: boolean }, { id: string }> = gql`
  query Read($id: ID!) {
    read(id: $id)
  }
`;

it('repeats the work done during a query, in order, after its answer was processed', async () => {
  const answers: Subject<ApolloLink.Result>[] = [];
  const { query } = client(answers);
  const done: string[] = [];
  replayAfterPendingQueries(() => done.push('before it began'));
  const read = query({ query: READ, variables: { id: '1' } }).then(() => done.push('answer'));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  replayAfterPendingQueries(() => done.push('first'));
  replayAfterPendingQueries(() => done.push('second'));
  answers[0]?.next({ data: { read: true } });
  answers[0]?.complete();
  // Until it is repeated, what comes is repeated as well: otherwise the earlier would be done after the later.
  replayAfterPendingQueries(() => done.push('third'));
  await read;
  await vi.waitFor(() => expect(done).toEqual(['answer', 'first', 'second', 'third']));
  replayAfterPendingQueries(() => done.push('after it ended'));
  expect(done).toHaveLength(4);
});

it('does the same for a query that failed', async () => {
  const answers: Subject<ApolloLink.Result>[] = [];
  const { query } = client(answers);
  const work = vi.fn<() => void>();
  const read = query({ query: READ, variables: { id: '2' } }).catch(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  replayAfterPendingQueries(work);
  answers[0]?.error(new Error('Failed to fetch'));
  await read;
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
});

describe('a prefetched query', () => {
  const variables = { id: 'ahead' };
  const say = (answer: Subject<ApolloLink.Result> | undefined): void => {
    answer?.next({ data: { read: true } });
    answer?.complete();
  };

  // what was read before has been taken up by then
  beforeEach(() => new Promise((done) => setTimeout(done)));

  it('is sent once, whether its answer has arrived when the page requests it or not', async () => {
    for (const isHere of [true, false]) {
      const answers: Subject<ApolloLink.Result>[] = [];
      const page = client(answers);
      prefetchQuery(page, { query: READ, variables });
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      if (isHere) say(answers[0]);
      const read = page.query({ query: READ, variables, fetchPolicy: 'network-only' });
      if (!isHere) say(answers[0]);
      expect((await read).data).toEqual({ read: true });
      expect(answers).toHaveLength(1);
      // the page's own next read is another one
      const next = page.query({ query: READ, variables, fetchPolicy: 'network-only' });
      await vi.waitFor(() => expect(answers).toHaveLength(2));
      say(answers[1]);
      await next;
    }
  });

  it('is not sent if the page has already sent it', async () => {
    const answers: Subject<ApolloLink.Result>[] = [];
    const page = client(answers);
    const read = page.query({ query: READ, variables, fetchPolicy: 'network-only' });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    prefetchQuery(page, { query: READ, variables });
    prefetchQuery(page, { query: READ, variables: { id: 'another' } });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    for (const answer of answers) say(answer);
    await read;
    prefetchQuery(page, { query: READ, variables });
    prefetchQuery(page, { query: READ, variables: { id: 'a third' } });
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    say(answers[2]);
  });

  it('is in progress until the page has used it: work done since is repeated', async () => {
    const answers: Subject<ApolloLink.Result>[] = [];
    const page = client(answers);
    prefetchQuery(page, { query: READ, variables });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    say(answers[0]);
    const work = vi.fn<() => void>();
    replayAfterPendingQueries(work);
    await new Promise((done) => setTimeout(done));
    expect(work).not.toHaveBeenCalled();
    await page.query({ query: READ, variables, fetchPolicy: 'network-only' });
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
  });

  it('is followed by the queries that depend on its answer', async () => {
    const answers: Subject<ApolloLink.Result>[] = [];
    const page = client(answers);
    const followUps = vi.fn<(data: unknown) => PrefetchRequest[]>(() => [
      { query: READ, variables: { id: 'following' } },
    ]);
    prefetchQuery(page, { query: READ, variables: { id: 'columns' }, followUps });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    say(answers[0]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(followUps.mock.calls).toEqual([[{ read: true }]]);
    const read = page.query({ query: READ, variables: { id: 'following' } });
    say(answers[1]);
    await read;
    expect(answers).toHaveLength(2);
  });

  it('reports its failure to the page, and is not used after a sign-out', async () => {
    const answers: Subject<ApolloLink.Result>[] = [];
    const page = client(answers);
    prefetchQuery(page, { query: READ, variables });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.error(new Error('Failed to fetch'));
    await expect(page.query({ query: READ, variables })).rejects.toThrow('Failed to fetch');

    prefetchQuery(page, { query: READ, variables });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    say(answers[1]);
    await page.clearStore();
    const read = page.query({ query: READ, variables });
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    say(answers[2]);
    await read;
  });
});

const WRITE = gql`
  mutation Write($input: WriteInput!) {
    write(input: $input)
  }
`;

it('knows a write of this tab until its answer was processed', async () => {
  const answer = new Subject<ApolloLink.Result>();
  const client = makeClient(ApolloLink.from([trackMutations(), new ApolloLink(() => answer)]));
  const order: string[] = [];
  const mutation = client
    .mutate({ mutation: WRITE, variables: { input: { mutationId: 'm1' } } })
    .then(() => order.push('answer'));
  await vi.waitFor(() => expect(ownWrite('m1')).toBeDefined());
  const settled = ownWrite('m1')?.then(() => order.push('echo'));
  expect(ownWrites()).toBeDefined();
  expect(ownWrite('m2')).toBeUndefined();
  expect(ownWrite(null)).toBeUndefined();

  answer.next({ data: { write: true } });
  answer.complete();
  await Promise.all([mutation, settled]);
  expect(order).toEqual(['answer', 'echo']);
  expect(ownWrite('m1')).toBeUndefined();
  expect(ownWrites()).toBeUndefined();
});
