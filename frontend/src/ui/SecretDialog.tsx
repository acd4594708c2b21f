import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button } from './Button';
import { Dialog } from './Dialog';

interface SecretDialogProps {
  open: boolean;
  title: string;
  /** The button that confirms that it is saved, and the message if the person tries to close the dialog another way. */
  texts: { saved: string; first: string };
  onClose: () => void;
  /** Gets the focus after closing. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** The props that a dialog with its own texts passes on. */
export type ShownSecretProps = Pick<SecretDialogProps, 'open' | 'onClose' | 'finalFocus'>;

/** Shows a secret once. Only the button that confirms that it is saved closes the dialog. */
export const SecretDialog = ({ open, title, texts, onClose, finalFocus, children }: SecretDialogProps) => {
  const [isWarned, setWarned] = useState(false);
  const saved = useRef<HTMLButtonElement>(null);
  const warn = (): void => {
    setWarned(true);
    saved.current?.focus();
  };
  return (
    <Dialog open={open} onOpenChange={warn} title={title} finalFocus={finalFocus}>
      {children}
      {isWarned && (
        <p role="alert" className="flex gap-1 text-danger-ink">
          <CircleAlert className="mt-0.5 size-4" />
          {texts.first}
        </p>
      )}
      <div className="flex justify-end">
        <Button ref={saved} variant="primary" onClick={onClose}>
          {texts.saved}
        </Button>
      </div>
    </Dialog>
  );
};
