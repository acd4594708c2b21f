import { useRef, useState } from 'react';
import { newId } from '../client/mutationId';
import { useNow } from '../../lib/useNow';
import { waitingTexts as texts } from '../../texts/waiting';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { theOutbox, useShown } from './outbox';
import { stuck, tryAgain } from './queue';
import { changeWaiting, takeBack } from './takeBack';
import { WaitingRow } from './WaitingRow';

interface WaitingDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All that waits, in words and in its order: each can be taken back, what was not taken can be tried again. */
export const WaitingDialog = ({ open, onOpenChange }: WaitingDialogProps) => {
  const { queue, sending } = useShown();
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const held = stuck(queue);

  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} size="lg">
        {queue.length === 0 ? (
          <EmptyState {...texts.nothing} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <p className="mr-auto min-w-0 basis-60 grow text-ink-2">{texts.about}</p>
              <Button size="md" onClick={() => theOutbox()?.sendNow()}>
                {texts.sendNow}
              </Button>
              <Button size="md" variant="ghost" onClick={() => setAsking(true)}>
                {texts.dropAll}
              </Button>
            </div>
            <ul ref={list} tabIndex={-1} aria-label={texts.list} className="outline-none">
              {queue.map((write) => (
                <WaitingRow
                  key={write.id}
                  write={write}
                  now={now}
                  isSending={write.id === sending}
                  isHeld={held.has(write.id)}
                  onTakeBack={() => {
                    takeBack(write.id);
                    list.current?.focus();
                  }}
                  onTryAgain={(input) => {
                    const mutationId = newId();
                    changeWaiting((waiting) => tryAgain(waiting, write.id, mutationId, input));
                    list.current?.focus();
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.drop.title(queue.length)}
        confirmLabel={texts.drop.confirm}
        onConfirm={() => theOutbox()?.drop()}
      >
        <p>{texts.drop.text}</p>
      </ConfirmDialog>
    </>
  );
};
