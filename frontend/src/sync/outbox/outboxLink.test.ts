import type { ApolloLink } from '@apollo/client';
import { EMPTY, lastValueFrom } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { OUTBOX_PARTS } from '../../app/writes';
import { makeCache } from '../client/client';
import { QUEUED } from '../client/links';
import { groupActions } from '../client/undoableActions';
import { openOutbox, type Outbox } from './outbox';
import { makeOutboxLink } from './outboxLink';
import type { Queue } from './queue';

vi.mock(import('./outbox'), async (actual) => ({ ...(await actual()), openOutbox: vi.fn<typeof openOutbox>() }));

afterEach(() => vi.unstubAllGlobals());

it('stores which action a write belongs to, for undo after a reload', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  let queue: Queue = [];
  const change = (by: (now: Queue) => Queue): Promise<Queue> => Promise.resolve((queue = by(queue)));
  vi.mocked(openOutbox).mockResolvedValue({ queue: () => queue, change } as unknown as Outbox);
  groupActions(['a', 'b']);
  const link = makeOutboxLink(OUTBOX_PARTS);
  for (const mutationId of ['a', 'b', 'alone']) {
    const operation = {
      client: { cache: makeCache() },
      operationName: 'BulkUpdateTasks',
      variables: { input: { ids: ['t'], status: 'DONE', mutationId } },
    };
    expect(await lastValueFrom(link(operation as unknown as ApolloLink.Operation, () => EMPTY))).toBe(QUEUED);
  }
  expect(queue.map(({ id, action }) => [id, action])).toEqual([
    ['a', undefined],
    ['b', 'a'],
    ['alone', undefined],
  ]);
});
