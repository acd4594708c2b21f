import type { SignOutGuard } from '../../features/account/session/signOutGuard';
import { createStore } from '../../lib/store';
import { currentOutbox } from './outbox';

/** Receives the answer to the open question whether a sign-out may discard the queue; null while it is not open. */
export const signOutDialog = createStore<((maySignOut: boolean) => void) | null>(null);

/** Other data that waits on this device, such as files of tasks. */
export const otherPendingData = createStore<{ count: number; discard: () => Promise<void> }>({
  count: 0,
  discard: () => Promise.resolve(),
});

export const outboxSignOutGuard: SignOutGuard = {
  maySignOut: () =>
    (currentOutbox()?.queue().length ?? 0) + otherPendingData.get().count === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => signOutDialog.set(resolve)),
  discard: () => {
    // If this fails, the queue stays stored for this person.
    currentOutbox()
      ?.drop()
      .catch(() => undefined);
    return otherPendingData.get().discard();
  },
};
