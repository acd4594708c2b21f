import { waitingTexts } from '../../texts/waiting';
import { notify } from '../../ui/notify';
import { undoUnsentBy } from '../undo/undoer';
import { theOutbox } from './outbox';
import { latestOf, putBack, remove, withDependents, type Queue } from './queue';

/** Changes what waits; a storage that fails says so. */
export const changeWaiting = (how: (queue: Queue) => Queue): void => {
  theOutbox()
    ?.change(how)
    .catch(() => notify.error(waitingTexts.cannotKeep));
};

/** Takes writes back, and what they have shown with them; they can be put back for as long as the message stands. */
export const takeBack = (id: string): void => {
  const outbox = theOutbox();
  if (!outbox) return;
  const gone = withDependents(outbox.queue(), id);
  const ids = gone.map((write) => write.id);
  changeWaiting((queue) => remove(queue, ids));
  notify.info(waitingTexts.takenBack(gone.length), {
    action: { label: waitingTexts.undo, onPress: () => changeWaiting((queue) => putBack(queue, gone)) },
  });
};

/** Undoing takes back what waits before what was sent; what may have arrived already is left to its answer. */
export const startTakingBack = (): void =>
  undoUnsentBy(() => {
    const latest = latestOf(theOutbox()?.queue() ?? []);
    if (!latest) return false;
    if (latest.state === 'sent') notify.info(waitingTexts.states.sent);
    else takeBack(latest.id);
    return true;
  });
