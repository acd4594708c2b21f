import { expect, it, vi } from 'vitest';
import { groupActions } from '../client/undoableActions';
import { discardLatest } from './discard';
import { currentOutbox, type Outbox } from './outbox';
import type { Queue, QueuedWrite } from './queue';

vi.mock(import('./outbox'), async (actual) => ({ ...(await actual()), currentOutbox: vi.fn<typeof currentOutbox>() }));

const write = (id: string, more: Partial<QueuedWrite> = {}): QueuedWrite => ({
  id,
  operation: 'BulkUpdateTasks',
  variables: { input: { mutationId: id } },
  at: 0,
  title: '',
  state: 'waiting',
  objects: [id],
  needs: [],
  fields: ['status'],
  isNew: false,
  ...more,
});

it('takes all waiting writes of the latest action back', () => {
  groupActions(['b', 'c', 'd']);
  let queue: Queue = [write('a'), write('b', { state: 'sent' }), write('c'), write('d')];
  const change = (by: (now: Queue) => Queue): Promise<Queue> => Promise.resolve((queue = by(queue)));
  vi.mocked(currentOutbox).mockReturnValue({ queue: () => queue, change } as unknown as Outbox);
  expect(discardLatest()).toBe(true);
  expect(queue.map(({ id }) => id)).toEqual(['a', 'b']);
});
