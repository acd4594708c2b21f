import { useEffect, useEffectEvent, useState } from 'react';
import { deleteStoredFile, readStoredFiles } from '../features/tasks/files/storedFiles';
import { dropQueue, readQueue } from '../sync/outbox/store';
import { outboxTexts } from '../texts/outbox';
import { ConfirmDialog } from '../ui/ConfirmDialog';

const { signOut: texts } = outboxTexts;

/** Discards what waits on this device. If this fails, it stays stored for its person. */
type Discard = () => Promise<unknown>;

interface SwitchAccountDialogProps {
  userId: string;
  /** Called with the function to run after the sign-out; with null if the person stays signed in. */
  onAnswer: (discard: Discard | null) => void;
}

/** Asks whether a person who signs out discards their changes and files on this device. Agrees if there are none. */
export const SwitchAccountDialog = ({ userId, onAnswer }: SwitchAccountDialogProps) => {
  const [waiting, setWaiting] = useState<{ count: number; discard: Discard } | null>(null);
  const onRead = useEffectEvent((count: number, discard: Discard) => {
    if (count === 0) onAnswer(discard);
    else setWaiting({ count, discard });
  });
  useEffect(() => {
    const read = async (): Promise<void> => {
      const queue = await readQueue(userId).catch(() => []);
      const files = await readStoredFiles(userId);
      onRead(queue.length + files.length, () =>
        Promise.allSettled([dropQueue(userId), ...files.map(({ id }) => deleteStoredFile(id))]),
      );
    };
    void read();
  }, [userId]);
  return (
    waiting && (
      <ConfirmDialog
        open
        onOpenChange={() => onAnswer(null)}
        title={texts.title(waiting.count)}
        confirmLabel={texts.confirm}
        onConfirm={() => {
          onAnswer(waiting.discard);
          return false;
        }}
      >
        <p>{texts.text}</p>
      </ConfirmDialog>
    )
  );
};
