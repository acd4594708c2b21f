import { outboxTexts } from '../../texts/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useOutbox } from './outbox';

const { signOut: texts } = outboxTexts;

interface SignOutQuestionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAnswer: (mayLeave: boolean) => void;
}

/** Asks at a sign-out whether the queue may be discarded. */
export const SignOutQuestion = ({ open, onOpenChange, onAnswer }: SignOutQuestionProps) => {
  const { queue } = useOutbox();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(queue.length)}
      confirmLabel={texts.confirm}
      onConfirm={() => onAnswer(true)}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
};
