import { waitingTexts } from '../../texts/waiting';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useShown } from './outbox';

const { signOut: texts } = waitingTexts;

interface SignOutQuestionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAnswer: (mayLeave: boolean) => void;
}

/** Asks whoever signs out whether what waits may be dropped. */
export const SignOutQuestion = ({ open, onOpenChange, onAnswer }: SignOutQuestionProps) => {
  const { queue } = useShown();
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
