import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { controlsTexts } from '../texts/controls';
import { Button } from './Button';
import { usePortalContainer } from './PortalProvider';
import { useBackToClose } from './useBackToClose';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Explains the consequences, and whether the action can be undone. */
  children: ReactNode;
  /** The verb of the action: 'Delete', 'Leave project'. */
  confirmLabel: string;
  /** Runs the action. The dialog stays until it is done; `false` keeps it open after a failure that was already reported. */
  onConfirm: () => Promise<boolean | void> | boolean | void;
  /** Gets the focus after the action, and if the element that opened the dialog is gone. */
  finalFocus?: () => HTMLElement | null;
}

/** Confirms an action that cannot simply be undone. The focus starts on Cancel, so that Enter alone is harmless. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, onOpenChange, title, children, confirmLabel, onConfirm, finalFocus } = props;
  const [pending, setPending] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const container = usePortalContainer();
  const opened = useRef<{ by: Element | null; isDone: boolean }>({ by: null, isDone: false });
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (open) opened.current = { by: document.activeElement, isDone: false };
  }, [open]);
  /** Canceling returns to the element that opened the dialog: null. */
  const focusAfterwards = (): HTMLElement | null => {
    const { by, isDone } = opened.current;
    return isDone || by?.isConnected !== true ? (finalFocus?.() ?? null) : null;
  };
  useBackToClose(open, () => !pending && onOpenChange(false), false);

  const confirm = (): void => {
    setPending(true);
    void Promise.resolve(onConfirm())
      .then((done) => {
        if (done === false) return;
        opened.current.isDone = true;
        onOpenChange(false);
      })
      .finally(() => setPending(false));
  };

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next || !pending) && onOpenChange(next)}>
      <AlertDialog.Portal container={container}>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Viewport className="dialog-view">
          <AlertDialog.Popup
            className="dialog md:w-[400px]"
            initialFocus={cancel}
            finalFocus={finalFocus && focusAfterwards}
          >
            <div className="dialog-head">
              <AlertDialog.Title>{title}</AlertDialog.Title>
            </div>
            <AlertDialog.Description className="dialog-body" render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className="dialog-foot">
              <Button ref={cancel} disabled={pending} onClick={() => onOpenChange(false)}>
                {controlsTexts.cancel}
              </Button>
              <Button variant="danger" pending={pending} onClick={confirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
