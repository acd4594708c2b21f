import { expect, it, vi } from 'vitest';
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

it('takes all waiting writes of the latest action back, also after a reload and in another tab', () => {
  const action = 'b';
  let queue: Queue = [
    write('a'),
    write('b', { state: 'sent', action }),
    write('c', { action }),
    write('d', { action }),
  ];
  const change = (by: (now: Queue) => Queue): Promise<Queue> => Promise.resolve((queue = by(queue)));
  vi.mocked(currentOutbox).mockReturnValue({ queue: () => queue, change } as unknown as Outbox);
  expect(discardLatest()).toBe(true);
  expect(queue.map(({ id }) => id)).toEqual(['a', 'b']);
});
