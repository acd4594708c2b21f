import { outboxTexts } from '../../texts/outbox';
import { notify } from '../../ui/notify';
import { currentOutbox } from './outbox';
import { latestPending, reinsert, remove, withDependents, type Queue, type QueuedWrite } from './queue';

const actionOf = ({ id, action = id }: QueuedWrite): string => action;

/** Changes the queue, and reports a failure of the storage. */
export const updateQueue = (change: (queue: Queue) => Queue): void => {
  currentOutbox()
    ?.change(change)
    .catch(() => notify.error(outboxTexts.cannotKeep));
};

/** Discards writes with their dependents. The message offers to restore them. */
export const discardQueued = (chosen: readonly string[]): void => {
  const outbox = currentOutbox();
  if (!outbox) return;
  const queue = outbox.queue();
  const found = new Set(chosen.flatMap((id) => withDependents(queue, id)));
  const discarded = queue.filter((write) => found.has(write));
  const ids = discarded.map((write) => write.id);
  updateQueue((now) => remove(now, ids));
  notify.info(outboxTexts.discarded(discarded.length), {
    action: { label: outboxTexts.undo, onPress: () => updateQueue((now) => reinsert(now, discarded, queue)) },
  });
};

/**
 * Undo's first step: discards all waiting writes of the latest queued action. Returns false if there is none; undo then
 * asks the server.
 */
export const discardLatest = (): boolean => {
  const queue = currentOutbox()?.queue() ?? [];
  const latest = latestPending(queue);
  if (!latest) return false;
  // It may have arrived, so the server's answer decides.
  if (latest.state === 'sent') notify.info(outboxTexts.states.sent);
  else {
    const ofAction = queue.filter((write) => write.state === 'waiting' && actionOf(write) === actionOf(latest));
    discardQueued(ofAction.map(({ id }) => id));
  }
  return true;
};
