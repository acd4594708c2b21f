import { ApolloLink } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { from, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '@contract/enums';
import { withClient } from '../../account/session/withClient.fixture';
import { makeClient } from '../../../sync/client/client';
import { schemaLink } from '../../../sync/client/schemaLink.fixture';
import { columnFixture as column } from '../../projects/columns/column.fixture';
import { applyTask } from '../model/taskCache';
import { TaskFieldsFragmentDoc } from '../model/TaskFields.generated';
import { taskFixture } from '../model/task.fixture';
import { boardOf } from './columnBoard';
import { useBoard } from './useBoard';

const COUNT = 200;

const taskAt = (status: TaskStatus, n: number) =>
  taskFixture({ id: `${status} ${n}`, title: `Task ${n}`, status, rank: String(n).padStart(4, '0') });

/**
 * A server with 200 tasks in each column, whose answers to further pages wait until they are let go, and so many that were
 * done longer ago.
 */
const setUp = (olderCount = 0, count = COUNT, useShown: typeof useBoard = useBoard) => {
  const waiting: (() => void)[] = [];
  const orders: unknown[] = [];
  let isHeld = false;
  const tasks = (args: {
    filter: { statuses: [TaskStatus]; completedTo?: Date };
    first: number;
    after?: string | null;
  }) => {
    const [status] = args.filter.statuses;
    const isOlder = args.filter.completedTo != null;
    const all = isOlder ? olderCount : count;
    const from = args.after == null ? 0 : Number(args.after) + 1;
    const to = Math.min(all, from + args.first);
    const nodes = Array.from({ length: to - from }, (_, at) =>
      isOlder
        ? { ...taskAt('DONE', 1000 + from + at), completedAt: '2020-01-01T00:00:00.000Z' }
        : taskAt(status, from + at),
    );
    return { nodes, totalCount: all, pageInfo: { hasNextPage: to < all, endCursor: String(to - 1) } };
  };
  const hold = new ApolloLink((operation, forward) => {
    if ('orderBy' in operation.variables) orders.push(operation.variables['orderBy']);
    if (!isHeld) return forward(operation);
    return from(new Promise<void>((go) => waiting.push(go))).pipe(mergeMap(() => forward(operation)));
  });
  const client = makeClient(ApolloLink.from([hold, schemaLink({ tasks, taskGroups: () => [] })]));
  const wrapper = withClient(client);
  const { result } = renderHook(() => useShown(), { wrapper });
  return {
    client,
    board: result,
    waiting,
    /** How the further pages were sorted. */
    orders,
    hold: () => {
      isHeld = true;
    },
    lengths: () => result.current.columns?.map((column) => column.tasks.length),
  };
};

describe('the pages of the columns', () => {
  it('are all shown, in whatever order the answers to several come', async () => {
    const { board, waiting, hold, lengths } = setUp();
    await waitFor(() => expect(lengths()).toEqual([50, 50, 50, 50]));
    hold();
    for (let round = 2; round <= 4; round += 1) {
      const pages = board.current.columns?.map(({ status, endCursor }) => board.current.loadMore(status, endCursor));
      await waitFor(() => expect(waiting).toHaveLength(4));
      for (const [at, go] of waiting.splice(0).toReversed().entries()) {
        await act(async () => {
          go();
          await pages?.[3 - at];
        });
      }
      await waitFor(() => expect(lengths()).toEqual([1, 2, 3, 4].map(() => round * 50)));
    }
  });

  it('do not delay a change that arrives during a query', async () => {
    const { client, board, waiting, hold, lengths } = setUp();
    await waitFor(() => expect(lengths()).toEqual([50, 50, 50, 50]));
    hold();
    const page = board.current.loadMore('TODO', board.current.columns?.[0]?.endCursor ?? null);
    await waitFor(() => expect(waiting).toHaveLength(1));
    act(() => {
      const moved = {
        ...taskAt('TODO', 3),
        status: 'DONE' as const,
        completedAt: new Date().toISOString(),
        version: 2,
      };
      client.cache.batch({
        update: (cache) => {
          cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: moved });
          applyTask(cache, moved);
        },
      });
    });
    await waitFor(() => expect(lengths()).toEqual([49, 50, 50, 51]));
    await act(async () => {
      waiting[0]?.();
      await page;
    });
    await waitFor(() => expect(lengths()).toEqual([99, 50, 50, 51]));
  });
});

describe('the pages of a search on a board with its own columns', () => {
  const source = boardOf([column('todo', 'TODO'), column('done', 'DONE'), column('shipped', 'DONE')]);
  const filter = { projectId: 'p', search: 'kit' };

  it('are sorted as their columns are', async () => {
    const { board, orders } = setUp(0, COUNT, () => useBoard(filter, source));
    const more = (key: string) => {
      const { endCursor = null } = board.current.columns?.find((each) => each.key === key) ?? {};
      return act(() => board.current.loadMore(key, endCursor));
    };
    await waitFor(() => expect(board.current.columns).toHaveLength(3));
    await more('todo');
    await more('done');
    await more('shipped');
    expect(orders).toEqual(['RANK_ASC', 'COMPLETED_DESC', 'COMPLETED_DESC']);
  });
});

describe('older completed tasks', () => {
  it('are counted, and shown on request, page by page after the recent ones', async () => {
    const { board, lengths } = setUp(60, 3);
    await waitFor(() => expect(lengths()).toEqual([3, 3, 3, 3]));
    const done = () => board.current.columns?.[3];
    expect(done()).toMatchObject({ count: 63, onDemand: 60, hasMore: false });
    act(() => board.current.showOlder('DONE'));
    expect(done()).toMatchObject({ count: 63, onDemand: 0, hasMore: true });
    expect(done()?.tasks).toHaveLength(4);
    await act(() => board.current.loadMore('DONE', done()?.endCursor ?? null));
    await waitFor(() => expect(done()?.tasks).toHaveLength(54));
    expect(
      done()
        ?.tasks.slice(0, 3)
        .every(({ completedAt }) => completedAt !== '2020-01-01T00:00:00.000Z'),
    ).toBe(true);
    await act(() => board.current.loadMore('DONE', done()?.endCursor ?? null));
    await waitFor(() => expect(done()).toMatchObject({ count: 63, hasMore: false }));
    expect(done()?.tasks).toHaveLength(63);
  });
});
