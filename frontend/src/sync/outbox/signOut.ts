import type { SignOutGuard } from '../../features/account/session/signOutGuard';
import { createStore } from '../../lib/store';
import { currentOutbox } from './outbox';

/** Takes the answer to the question that is open before a sign-out discards the queue; null while none is open. */
export const signOutQuestion = createStore<((maySignOut: boolean) => void) | null>(null);

/** What else waits on this device. The files of tasks set it. */
export const alsoWaiting = createStore<{ count: number; discard: () => Promise<void> }>({
  count: 0,
  discard: () => Promise.resolve(),
});

export const outboxSignOutGuard: SignOutGuard = {
  maySignOut: () =>
    (currentOutbox()?.queue().length ?? 0) + alsoWaiting.get().count === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => signOutQuestion.set(resolve)),
  discard: () => {
    // If this fails, the queue stays stored under their name.
    currentOutbox()
      ?.drop()
      .catch(() => undefined);
    return alsoWaiting.get().discard();
  },
};
