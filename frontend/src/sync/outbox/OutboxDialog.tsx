import { useRef, useState } from 'react';
import { reportError } from '../client/errors';
import { newId } from '../client/mutationId';
import { useNow } from '../../lib/useNow';
import { outboxTexts as texts } from '../../texts/outbox';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { discardQueued, updateQueue } from './discard';
import { currentOutbox, useOutbox } from './outbox';
import { OutboxRow } from './OutboxRow';
import { blocked, tryAgain } from './queue';

interface OutboxDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The queued writes in order. Each can be discarded; refused ones can be tried again. */
export const OutboxDialog = ({ open, onOpenChange }: OutboxDialogProps) => {
  const { queue, sending } = useOutbox();
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const isBlocked = blocked(queue);

  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} size="lg">
        {queue.length === 0 ? (
          <EmptyState {...texts.nothing} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <p className="me-auto min-w-0 basis-60 grow text-ink-2">{texts.about}</p>
              <Button size="md" onClick={() => currentOutbox()?.sendNow()}>
                {texts.sendNow}
              </Button>
              <Button size="md" variant="ghost" onClick={() => setAsking(true)}>
                {texts.discardAll}
              </Button>
            </div>
            <ul ref={list} tabIndex={-1} aria-label={texts.list} className="outline-none">
              {queue.map((write) => (
                <OutboxRow
                  key={write.id}
                  write={write}
                  now={now}
                  isSending={write.id === sending}
                  isBlocked={isBlocked.has(write.id)}
                  onDiscard={() => {
                    discardQueued([write.id]);
                    list.current?.focus();
                  }}
                  onTryAgain={(input) => {
                    const mutationId = newId();
                    updateQueue((pending) => tryAgain(pending, write.id, mutationId, input));
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
        title={texts.discardQuestion.title(queue.length)}
        confirmLabel={texts.discardQuestion.confirm}
        onConfirm={() => currentOutbox()?.drop().catch(reportError)}
      >
        <p>{texts.discardQuestion.text}</p>
      </ConfirmDialog>
    </>
  );
};
