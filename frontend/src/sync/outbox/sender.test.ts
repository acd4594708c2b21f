import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUTBOX_PARTS } from '../../app/writes';
import { setToken } from '../../features/account/session/token';
import { actionOf } from '../client/undoableActions';
import type { Outbox } from './outbox';
import type { Queue, QueuedWrite } from './queue';
import { startSender, type Sender } from './sender';

const refusal = (code: string, more: object = {}) =>
  new CombinedGraphQLErrors({ errors: [{ message: `Said of ${code}`, extensions: { code, ...more } }] });
const lost = () => new TypeError('Failed to fetch');

const write = (id: string, operation: string, input: object, effect: Partial<QueuedWrite> = {}): QueuedWrite => ({
  id,
  operation,
  variables: { input: { mutationId: id, ...input } },
  at: 0,
  title: '',
  state: 'waiting',
  objects: [id],
  needs: [],
  fields: ['text'],
  isNew: false,
  ...effect,
});
const edit = (id: string, object = id) =>
  write(id, 'UpdateComment', { id: object, text: id, version: 1 }, { objects: [object] });

let sender: Sender | undefined;
/** What the server says to each write that it gets, in turn; then that it is done. */
let answers: (Error | null)[];
let sent: { id: string; body: string; states: string[] }[];
let queue: Queue;
let revision: number;

const start = (writes: QueuedWrite[]): void => {
  queue = writes;
  const mutate = async ({
    variables,
    update,
  }: {
    variables: QueuedWrite['variables'];
    update: (...args: unknown[]) => void;
  }) => {
    const { mutationId, id } = variables.input;
    sent.push({ id: mutationId, body: JSON.stringify(variables), states: queue.map(({ state }) => state) });
    const error = answers.shift() ?? null;
    if (error) throw error;
    revision += 1;
    const comment = { __typename: 'Comment', id };
    update(
      { evict: () => false },
      { data: { updateComment: { comment, revision }, deleteComment: { commentId: id } } },
    );
  };
  const outbox: Outbox = {
    me: { id: 'u' } as Outbox['me'],
    token: 'mine',
    ...OUTBOX_PARTS,
    client: { mutate } as unknown as ApolloClient,
    queue: () => queue,
    change: (change) => Promise.resolve((queue = change(queue))),
    drop: () => Promise.resolve(),
    sendNow: () => undefined,
  };
  sender = startSender(outbox, () => undefined);
};
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_name: string, _options: object, run: () => unknown) => Promise.resolve(run()) },
  });
  setToken('mine');
  answers = [];
  sent = [];
  revision = 10;
});
afterEach(() => {
  sender?.stop();
  setToken(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends one write at a time, in order, marked as sent first, with the version of the previous answer', async () => {
  start([edit('a', 'c'), edit('b', 'c'), edit('x')]);
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['a', 'b', 'x']);
  expect(sent[0]?.states).toEqual(['sent', 'waiting', 'waiting']);
  expect(sent[1]?.body).toContain('"version":11');
  expect(sent[2]?.body).toContain('"version":1}');
  expect(queue).toEqual([]);
});

it('reports to undo which action a write belongs to, whichever tab created it', async () => {
  start([{ ...edit('a'), action: 'first' }, edit('b')]);
  await settle();
  expect(['a', 'b'].map(actionOf)).toEqual(['first', 'b']);
});

it('repeats a write without an answer, unchanged, until it has one', async () => {
  answers = [lost(), lost(), refusal('UNAVAILABLE'), lost()];
  start([edit('a')]);
  await settle(60_000);
  expect(sent).toHaveLength(5);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(queue).toEqual([]);
});

it('does not wait for the pause when the connection may be back', async () => {
  answers = [lost()];
  start([edit('a')]);
  await settle();
  expect(sent).toHaveLength(1);
  sender?.sendNow();
  await settle();
  expect(sent).toHaveLength(2);
});

it('waits as long as a busy server requests', async () => {
  answers = [refusal('RATE_LIMITED', { retryAfter: 30 })];
  start([edit('a')]);
  await settle(29_900);
  expect(sent).toHaveLength(1);
  await settle(200);
  expect(sent).toHaveLength(2);
});

it('keeps a refused write with its reason and the current object, and continues with the next', async () => {
  answers = [refusal('CONFLICT', { data: { text: 'Theirs', version: 5 } })];
  start([edit('a', 'c'), edit('b', 'c'), edit('x')]);
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['a', 'x']);
  expect(queue.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'refused'],
    ['b', 'waiting'],
  ]);
  expect(queue[0]?.refusal).toEqual({
    code: 'CONFLICT',
    message: 'Said of CONFLICT',
    now: { text: 'Theirs', version: 5 },
  });
});

it('treats the deletion of an already deleted object as done', async () => {
  answers = [refusal('NOT_FOUND')];
  start([write('a', 'DeleteComment', { id: 'c' })]);
  await settle();
  expect(queue).toEqual([]);
});

it('waits while a gateway asks for its own sign-in, instead of taking its page for a refusal', async () => {
  const page = (statusCode: number) => Object.assign(new Error('page'), { statusCode, bodyText: '<html></html>' });
  answers = [200, 401, 407, 511, 521, 403].map(page);
  start([edit('a'), edit('b')]);
  await settle(600_000);
  expect(sent.map(({ id }) => id).join('')).toBe('aaaaaaab');
  expect(queue).toEqual([]);
  // A filter that takes a text for an attack must not hold up all others.
  sender?.stop();
  sent = [];
  answers = Array.from({ length: 5 }, () => page(403));
  start([edit('a'), edit('b')]);
  await settle(120_000);
  expect(sent.map(({ id }) => id).join('')).toBe('aaaaab');
  expect(queue.map(({ id, state }) => [id, state])).toEqual([['a', 'refused']]);
  sender?.stop();
  // The page of a proxy that takes no such body: this one will never pass.
  answers = [page(413)];
  start([edit('c')]);
  await settle();
  expect(queue.map(({ state }) => state)).toEqual(['refused']);
});

it('does not retry a write forever that causes internal errors', async () => {
  answers = Array.from({ length: 9 }, () => refusal('INTERNAL'));
  start([edit('a'), edit('b')]);
  await settle(120_000);
  expect(sent.map(({ id }) => id).join('')).toBe('aaaaabbbbb');
  expect(queue.map(({ id, state }) => [id, state])).toEqual([['a', 'refused']]);
});

it('sends nothing for another person: neither after the session has ended nor with another token', async () => {
  answers = [refusal('UNAUTHENTICATED')];
  start([edit('a'), edit('b')]);
  await settle(60_000);
  expect(sent).toHaveLength(1);
  expect(queue).toHaveLength(2);
  sender?.stop();
  setToken('theirs');
  start(queue as QueuedWrite[]);
  await settle(60_000);
  expect(sent).toHaveLength(1);
});
