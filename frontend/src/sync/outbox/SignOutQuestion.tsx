import { outboxTexts } from '../../texts/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useStore } from '../../lib/store';
import { useOutbox } from './outbox';
import { alsoWaiting } from './signOut';

const { signOut: texts } = outboxTexts;

interface SignOutQuestionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAnswer: (mayLeave: boolean) => void;
}

/** Asks at sign-out whether the queue may be discarded. */
export const SignOutQuestion = ({ open, onOpenChange, onAnswer }: SignOutQuestionProps) => {
  const { queue } = useOutbox();
  const { count } = useStore(alsoWaiting);
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
