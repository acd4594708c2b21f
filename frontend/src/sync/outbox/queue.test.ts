import { describe, expect, it } from 'vitest';
import { ALL_FIELDS } from '../writes/defineWrite';
import {
  acknowledge,
  markSent,
  enqueue,
  latestPending,
  MAX_QUEUE,
  mustQueue,
  nextToSend,
  reinsert,
  reject,
  remove,
  blocked,
  tryAgain,
  withDependents,
  type Queue,
  type QueuedWrite,
} from './queue';

let made = 0;

const write = (fields: Partial<QueuedWrite> & { input?: Record<string, unknown> } = {}): QueuedWrite => {
  made += 1;
  const { input, ...rest } = fields;
  const id = rest.id ?? `w${made}`;
  return {
    id,
    operation: 'UpdateTask',
    variables: { input: { mutationId: id, ...input } },
    at: made,
    title: '',
    state: 'waiting',
    objects: ['t1'],
    needs: [],
    fields: ['title'],
    isNew: false,
    ...rest,
  };
};
const create = (id: string, fields: Partial<QueuedWrite> = {}): QueuedWrite =>
  write({ id, operation: 'CreateTask', objects: ['new'], needs: ['p1'], fields: [ALL_FIELDS], isNew: true, ...fields });
const queueOf = (...writes: QueuedWrite[]): Queue =>
  writes.reduce<Queue>((queue, each) => enqueue(queue, each) ?? queue, []);
const ids = (writes: readonly QueuedWrite[]): string[] => writes.map(({ id }) => id);
const REFUSAL = { code: 'CONFLICT', message: 'Someone else has changed this task' };
const versionOf = (queue: Queue, id: string): unknown =>
  queue.find((each) => each.id === id)?.variables.input['version'];

describe('what waits', () => {
  it('is sent in order, and new writes go to the end', () => {
    const queue = queueOf(write({ id: 'a' }), write({ id: 'b', objects: ['t2'] }));
    expect(nextToSend(queue)?.id).toBe('a');
    expect(mustQueue(queue, write({ objects: ['t9'] }))).toBe(true);
    expect(mustQueue([], write())).toBe(false);
    expect(nextToSend(acknowledge(queue, 'a', {}))?.id).toBe('b');
  });

  it('has a limit: a write beyond it is refused', () => {
    const full = Array.from({ length: MAX_QUEUE }, () => write());
    expect(enqueue(full, write())).toBeNull();
    expect(enqueue(full.slice(1), write())).toHaveLength(MAX_QUEUE);
  });

  it('uses the version in the answer to the previous write of the same field, until it is sent', () => {
    const queue = queueOf(
      write({ id: 'a', input: { version: 3 } }),
      write({ id: 'b', input: { version: 3 } }),
      write({ id: 'other task', objects: ['t2'], input: { version: 3 } }),
      write({ id: 'frozen', state: 'sent', input: { version: 3 } }),
      write({ id: 'without' }),
    );
    const next = acknowledge(queue, 'a', { t1: 8 });
    expect(ids(next)).toEqual(['b', 'other task', 'frozen', 'without']);
    expect(next.map(({ id }) => versionOf(next, id))).toEqual([8, 3, 3, undefined]);
  });

  it('keeps its own version if it changes another field, so that changes by others are detected', () => {
    const queue = queueOf(
      write({ id: 'a', input: { version: 3 } }),
      write({ id: 'b', fields: ['priority'], input: { version: 3 } }),
    );
    expect(versionOf(acknowledge(queue, 'a', { t1: 8 }), 'b')).toBe(3);
  });

  it('has no version if its object is itself queued', () => {
    const queue = queueOf(create('a'), write({ id: 'b', objects: ['new'], input: { version: 0 } }));
    expect(versionOf(queue, 'b')).toBeUndefined();
    expect(versionOf(acknowledge(queue, 'a', { new: 4 }), 'b')).toBeUndefined();
  });
});

describe('a refused write', () => {
  const others = [
    create('make'),
    write({ id: 'rename', objects: ['new'] }),
    write({ id: 'comment', objects: ['c1'], needs: ['new'], fields: [ALL_FIELDS], isNew: true }),
    write({ id: 'edit comment', objects: ['c1'], fields: ['text'] }),
    write({ id: 'another task', objects: ['t2'] }),
  ];

  it('blocks the writes that depend on it, and lets the others pass', () => {
    const queue = reject(queueOf(...others), 'make', REFUSAL);
    expect([...blocked(queue)]).toEqual(['make', 'rename', 'comment', 'edit comment']);
    expect(nextToSend(queue)?.id).toBe('another task');
    const rest = remove(queue, ['another task']);
    expect(nextToSend(rest)).toBeUndefined();
    expect(mustQueue(rest, write({ objects: ['t3'] }))).toBe(false);
    expect(mustQueue(rest, write({ objects: ['c2'], needs: ['new'] }))).toBe(true);
  });

  it('blocks the next change of the same field, not of another one', () => {
    const queue = reject(
      queueOf(write({ id: 'a' }), write({ id: 'same' }), write({ id: 'else', fields: ['priority'] })),
      'a',
      REFUSAL,
    );
    expect([...blocked(queue)]).toEqual(['a', 'same']);
  });

  it('does not block a change made after the refusal, and does not take its version', () => {
    const held = reject(queueOf(write({ id: 'a' }), write({ id: 'same', input: { version: 3 } })), 'a', REFUSAL);
    for (const fields of [['title'], [ALL_FIELDS]]) expect(mustQueue(held, write({ fields }))).toBe(false);
    const queue = enqueue(held, write({ id: 'later', input: { version: 7 } })) ?? [];
    const whole = enqueue(queue, write({ id: 'last', input: { version: 7 } })) ?? [];
    expect([...blocked(whole)]).toEqual(['a', 'same']);
    expect(nextToSend(whole)?.id).toBe('later');
    const rest = acknowledge(whole, 'later', { t1: 9 });
    expect([versionOf(rest, 'same'), versionOf(rest, 'last')]).toEqual([3, 9]);
    // It still follows one that is refused later.
    expect([...blocked(reject(whole, 'later', REFUSAL))]).toEqual(['a', 'same', 'later', 'last']);
  });

  it('is sent as a new write when retried, with edited text or over another version', () => {
    const queue = reject(markSent(queueOf(write({ id: 'a', input: { title: 'x', version: 3 } })), 'a'), 'a', REFUSAL);
    const [again] = tryAgain(queue, 'a', 'new id', { title: 'y', version: 9 });
    expect(again).toMatchObject({ id: 'a', state: 'waiting' });
    expect(again?.variables.input).toEqual({ mutationId: 'new id', title: 'y', version: 9 });
    expect(again?.refusal).toBeUndefined();
  });

  it('is discarded with the writes to the object that it would create, and is restored to its place', () => {
    const queue = queueOf(...others);
    const gone = withDependents(queue, 'make');
    expect(ids(gone)).toEqual(['make', 'rename', 'comment', 'edit comment']);
    const rest = remove(queue, ids(gone));
    expect(ids(rest)).toEqual(['another task']);
    expect(ids(reinsert(rest, gone, queue))).toEqual(ids(queue));
    expect(ids(withDependents(queue, 'rename'))).toEqual(['rename']);
    expect(reinsert(queue, gone, queue)).toHaveLength(queue.length);
  });
});

it('undo discards the last pending write, and skips refused and blocked ones', () => {
  const queue = queueOf(write({ id: 'a', objects: ['t2'] }), write({ id: 'b' }), write({ id: 'c' }));
  expect(latestPending(queue)?.id).toBe('c');
  expect(latestPending(reject(queue, 'b', REFUSAL))?.id).toBe('a');
  expect(latestPending([])).toBeUndefined();
});
