import { ApolloLink, gql } from '@apollo/client';
import { Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { makeClient } from './client';
import { noteReads, repeatAfterReads } from './readsUnderWay';

const client = (answers: Subject<ApolloLink.Result>[]) =>
  makeClient(
    ApolloLink.from([
      noteReads(),
      new ApolloLink(() => {
        const answer = new Subject<ApolloLink.Result>();
        answers.push(answer);
        return answer;
      }),
    ]),
  );

const READ = gql`
  query Read($id: ID!) {
    read(id: $id)
  }
`;

it('repeats what was done while a query was under way, in its order, after its answer was taken up', async () => {
  const answers: Subject<ApolloLink.Result>[] = [];
  const { query } = client(answers);
  const done: string[] = [];
  repeatAfterReads(() => done.push('before it began'));
  const read = query({ query: READ, variables: { id: '1' } }).then(() => done.push('answer'));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  repeatAfterReads(() => done.push('first'));
  repeatAfterReads(() => done.push('second'));
  answers[0]?.next({ data: { read: true } });
  answers[0]?.complete();
  // Until it is repeated, what comes is repeated as well: otherwise the earlier would be done after the later.
  repeatAfterReads(() => done.push('third'));
  await read;
  await vi.waitFor(() => expect(done).toEqual(['answer', 'first', 'second', 'third']));
  repeatAfterReads(() => done.push('after it ended'));
  expect(done).toHaveLength(4);
});

it('does the same for a query that failed', async () => {
  const answers: Subject<ApolloLink.Result>[] = [];
  const { query } = client(answers);
  const work = vi.fn<() => void>();
  const read = query({ query: READ, variables: { id: '2' } }).catch(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  repeatAfterReads(work);
  answers[0]?.error(new Error('Failed to fetch'));
  await read;
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
});
