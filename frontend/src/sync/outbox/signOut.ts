import type { SignOutGuard } from '../../features/account/session/signOutGuard';
import { createStore } from '../../lib/store';
import { ownWrites } from '../client/requestTracking';
import { currentOutbox } from './outbox';

/** Receives the answer to the open question whether a sign-out may discard the queue; null while it is not open. */
export const signOutDialog = createStore<((maySignOut: boolean) => void) | null>(null);

/** Other data that waits on this device, such as files of tasks. */
export const otherPendingData = createStore<{ count: number; discard: () => Promise<void> }>({
  count: 0,
  discard: () => Promise.resolve(),
});

const hasPendingData = (): boolean => (currentOutbox()?.queue().length ?? 0) + otherPendingData.get().count > 0;

export const outboxSignOutGuard: SignOutGuard = {
  maySignOut: async () => {
    // A write that waits for an earlier one would be refused after the sign-out. Without an answer, writes are queued.
    for (let writes = ownWrites(); writes && !hasPendingData(); writes = ownWrites()) await writes;
    return hasPendingData() ? new Promise<boolean>((resolve) => signOutDialog.set(resolve)) : true;
  },
  discard: () => {
    // If this fails, the queue stays stored for this person.
    currentOutbox()
      ?.drop()
      .catch(() => undefined);
    return otherPendingData.get().discard();
  },
};
