import { outboxTexts } from '../../texts/outbox';
import { notify } from '../../ui/notify';
import { currentOutbox } from './outbox';
import { latestPending, reinsert, remove, withDependents, type Queue } from './queue';

/** Changes the queue, and reports a failure of the storage. */
export const updateQueue = (change: (queue: Queue) => Queue): void => {
  currentOutbox()
    ?.change(change)
    .catch(() => notify.error(outboxTexts.cannotKeep));
};

/** Discards a write with its dependents. The message offers to restore them. */
export const discardQueued = (id: string): void => {
  const outbox = currentOutbox();
  if (!outbox) return;
  const discarded = withDependents(outbox.queue(), id);
  const ids = discarded.map((write) => write.id);
  updateQueue((queue) => remove(queue, ids));
  notify.info(outboxTexts.discarded(discarded.length), {
    action: { label: outboxTexts.undo, onPress: () => updateQueue((queue) => reinsert(queue, discarded)) },
  });
};

/** Undo's first step: discards the latest queued write. Returns false if there is none; undo then asks the server. */
export const discardLatest = (): boolean => {
  const latest = latestPending(currentOutbox()?.queue() ?? []);
  if (!latest) return false;
  // It may have arrived, so the server's answer decides.
  if (latest.state === 'sent') notify.info(outboxTexts.states.sent);
  else discardQueued(latest.id);
  return true;
};
