import { type ReactNode, useRef, useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';

interface ToldOnceDialogProps {
  open: boolean;
  title: string;
  /** The button that says that it is saved, and what is said to whoever would close it otherwise. */
  texts: { saved: string; first: string };
  onClose: () => void;
  children: ReactNode;
}

/** What is told once. It closes only by the button that says that it is saved. */
export const ToldOnceDialog = ({ open, title, texts, onClose, children }: ToldOnceDialogProps) => {
  const [isWarned, setWarned] = useState(false);
  const saved = useRef<HTMLButtonElement>(null);
  const warn = (): void => {
    setWarned(true);
    saved.current?.focus();
  };
  return (
    <Dialog open={open} onOpenChange={warn} title={title}>
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
