import type { ApolloClient } from '@apollo/client';
import { afterEach, expect, it, vi } from 'vitest';
import { OUTBOX_PARTS } from '../../app/writes';
import { setToken } from '../../features/account/session/token';
import { makeCache } from '../client/client';
import { openOutbox } from './outbox';
import type { OutboxMessage } from './store';

const { channel, sender } = vi.hoisted(() => ({
  channel: { hear: (_message: OutboxMessage): void => undefined, tell: vi.fn<(message: OutboxMessage) => void>() },
  sender: { wake: vi.fn<() => void>(), sendNow: vi.fn<() => void>(), stop: vi.fn<() => void>() },
}));
vi.mock(import('./store'), async (actual) => ({
  ...(await actual()),
  canQueue: () => true,
  readQueue: () => Promise.resolve([]),
  openChannel: (onMessage) => {
    channel.hear = onMessage;
    return { tell: channel.tell, close: () => undefined };
  },
}));
vi.mock(import('./sender'), () => ({ startSender: () => sender }));

afterEach(() => setToken(null));

it('sends at once from whichever tab that is asked for', async () => {
  setToken('mine');
  const client = { cache: makeCache(), readQuery: () => ({ me: { id: 'mara', deletionAt: null } }) };
  const outbox = await openOutbox(client as unknown as ApolloClient, OUTBOX_PARTS);
  outbox?.sendNow();
  expect(channel.tell).toHaveBeenCalledWith({ userId: 'mara', sendNow: true });
  sender.sendNow.mockClear();
  channel.hear({ userId: 'wen', sendNow: true });
  expect(sender.sendNow).not.toHaveBeenCalled();
  channel.hear({ userId: 'mara', sendNow: true });
  expect(sender.sendNow).toHaveBeenCalledOnce();
});
