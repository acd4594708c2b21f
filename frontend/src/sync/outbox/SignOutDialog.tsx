import { outboxTexts } from '../../texts/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useStore } from '../../lib/store';
import { useOutbox } from './outbox';
import { otherPendingData } from './signOut';

const { signOut: texts } = outboxTexts;

interface SignOutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAnswer: (mayLeave: boolean) => void;
}

/** Asks at sign-out whether the queue may be discarded. */
export const SignOutDialog = ({ open, onOpenChange, onAnswer }: SignOutDialogProps) => {
  const { queue } = useOutbox();
  const { count } = useStore(otherPendingData);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(queue.length + count)}
      confirmLabel={texts.confirm}
      onConfirm={() => onAnswer(true)}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
};
