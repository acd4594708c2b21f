import type { ApolloClient } from '@apollo/client';
import { getOperationDefinition } from '@apollo/client/utilities/internal';
import type { DocumentNode } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUTBOX_PARTS } from '../../app/writes';
import { filledCache, ME } from '../../app/writes.fixture';
import { boardQuery } from '../../features/tasks/board/boardQuery';
import { setToken } from '../../features/account/session/token';
import { describeQueued } from '../../texts/writes';
import { makeOptimisticLayer } from './optimisticLayer';
import type { Queue } from './queue';
import { startSender, type Sender } from './sender';
import { STORED_QUEUE } from './storedQueue.fixture';

const { findWrite } = OUTBOX_PARTS;

let sender: Sender | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_name: string, _options: object, run: () => unknown) => Promise.resolve(run()) },
  });
  setToken('mine');
});
afterEach(() => {
  sender?.stop();
  setToken(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stores each operation as version 0.3 did', () => {
  for (const { operation, variables, objects, needs, fields, isNew } of STORED_QUEUE) {
    expect([operation, findWrite(operation)?.queue.effect(variables.input)]).toEqual([
      operation,
      { objects, needs, fields, isNew },
    ]);
  }
});

it('sends each write that version 0.3 has stored, unchanged and in order', async () => {
  let queue: Queue = STORED_QUEUE;
  const sent: unknown[] = [];
  const mutate = ({ mutation, variables }: { mutation: DocumentNode; variables: object }) => {
    sent.push([getOperationDefinition(mutation)?.name?.value, variables]);
    return Promise.resolve({});
  };
  sender = startSender(
    {
      me: ME,
      token: 'mine',
      ...OUTBOX_PARTS,
      client: { mutate } as unknown as ApolloClient,
      queue: () => queue,
      change: (change) => Promise.resolve((queue = change(queue))),
      drop: () => Promise.resolve(),
      sendNow: () => undefined,
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(STORED_QUEUE.map(({ operation, variables }) => [operation, variables]));
  expect(queue).toEqual([]);
});

it('shows and describes each write that version 0.3 has stored', () => {
  const cache = filledCache();
  const before = cache.extract(true);
  makeOptimisticLayer(cache, ME, findWrite).apply(STORED_QUEUE);
  const board = cache.readQuery({ ...boardQuery(), returnPartialData: true }, true);
  const titles = (nodes: readonly { title: string }[] = []) => nodes.map(({ title }) => title);
  expect([titles(board?.todo?.nodes), titles(board?.done?.nodes)]).toEqual([['New', 'One'], expect.anything()]);
  expect(cache.extract(true)).not.toEqual(before);
  expect(
    STORED_QUEUE.map(({ operation, variables, title }) => describeQueued(operation, variables.input, title)),
  ).toEqual([
    'Create the project “Tern”',
    'Change the project “Venue”',
    'Create “New”',
    'Create “One” and 1 more',
    'Change the title, due date of “A”',
    'Move “A” to Done',
    'Change 2 tasks',
    'Add to the checklist of “B”: Dry',
    'Add to the checklist of “B”: Cut, Sand',
    'Check off “Paint”',
    'Move “Paint”',
    'Remove “Paint”',
    'Comment on “B”: Said',
    'Edit a comment on “B”: Said better',
    'Delete a comment on “B”',
    'Mark a notification as read',
    'Delete a notification',
    'Delete “B”',
  ]);
});
