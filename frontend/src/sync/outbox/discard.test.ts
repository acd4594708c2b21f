import { expect, it, vi } from 'vitest';
import { notify } from '../../ui/notify';
import { discardLatest, discardQueued } from './discard';
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

const openQueue = (writes: Queue): { queue: Queue } => {
  const kept = { queue: writes };
  const change = (by: (now: Queue) => Queue): Promise<Queue> => Promise.resolve((kept.queue = by(kept.queue)));
  vi.mocked(currentOutbox).mockReturnValue({ queue: () => kept.queue, change } as unknown as Outbox);
  return kept;
};
const idsOf = ({ queue }: { queue: Queue }): string[] => queue.map(({ id }) => id);

it('discards all queued writes of the latest action, also after a reload and in another tab', () => {
  const action = 'b';
  const kept = openQueue([
    write('a'),
    write('b', { state: 'sent', action }),
    write('c', { action }),
    write('d', { action }),
  ]);
  expect(discardLatest()).toBe(true);
  expect(idsOf(kept)).toEqual(['a', 'b']);
});

it('restores discarded writes in their order, even if the clock of the device was set back between them', () => {
  const make = write('make', { at: 900, isNew: true });
  const kept = openQueue([write('before', { at: 800 }), make, write('edit', { at: 100, needs: ['make'] }), write('z')]);
  const info = vi.spyOn(notify, 'info').mockReturnValue('');
  discardQueued(['make']);
  expect(idsOf(kept)).toEqual(['before', 'z']);
  kept.queue = [...kept.queue.slice(1), write('later', { at: 200 })];
  info.mock.calls[0]?.[1]?.action?.onPress();
  expect(idsOf(kept)).toEqual(['make', 'edit', 'z', 'later']);
});
