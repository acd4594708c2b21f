import { expect, it, vi } from 'vitest';
import { ownWrites } from '../client/requestTracking';
import { currentOutbox, type Outbox } from './outbox';
import { outboxSignOutGuard, signOutDialog } from './signOut';

vi.mock(import('./outbox'), async (actual) => ({ ...(await actual()), currentOutbox: vi.fn<typeof currentOutbox>() }));
vi.mock(import('../client/requestTracking'), async (actual) => ({
  ...(await actual()),
  ownWrites: vi.fn<typeof ownWrites>(),
}));

it('waits for the writes in progress before a sign-out, and asks if one of them was queued', async () => {
  const queue: object[] = [];
  vi.mocked(currentOutbox).mockReturnValue({ queue: () => queue } as unknown as Outbox);
  let settle = (): void => undefined;
  const inProgress = new Promise<void>((resolve) => {
    settle = resolve;
  });
  vi.mocked(ownWrites).mockReturnValueOnce(inProgress);
  const answers: boolean[] = [];
  const asked = outboxSignOutGuard.maySignOut().then((may) => answers.push(may));
  await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toEqual([]);
  queue.push({ id: 'w' });
  settle();
  await vi.waitFor(() => expect(signOutDialog.get()).not.toBeNull());
  signOutDialog.get()?.(false);
  await asked;
  expect(answers).toEqual([false]);
});

it('lets a person sign out at once if nothing waits', async () => {
  vi.mocked(currentOutbox).mockReturnValue(null);
  expect(await outboxSignOutGuard.maySignOut()).toBe(true);
});
