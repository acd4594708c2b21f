import { useRef, type KeyboardEvent, type ReactNode, type RefObject, type SubmitEventHandler } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { cx } from '../lib/cx';
import { controlsTexts } from '../texts/controls';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { usePortalContainer } from './PortalProvider';
import { useBackToClose } from './useBackToClose';

const WIDTHS = { md: 'md:w-[560px]', lg: 'md:w-[720px]', xl: 'md:w-[1000px]' };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** 560, 720 or 1,000 px; the whole width on a phone. */
  size?: keyof typeof WIDTHS;
  /** A line below the title, which the focus passes by on opening. */
  note?: ReactNode;
  /** Makes the dialog's content one form, which Enter, Ctrl or ⌘ with Enter, and the button at the bottom edge send. */
  form?: {
    onSubmit: SubmitEventHandler<HTMLFormElement>;
    submitLabel: string;
    /** Its action can't easily be undone. */
    danger?: boolean;
    pending?: boolean;
    onCancel: () => void;
    /** Stands at the other end of the bottom edge. */
    aside?: ReactNode;
  };
  /** Takes the focus instead of the first field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus after closing, where what opened the dialog may be gone. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

const FOCUSABLE = 'input:enabled, textarea:enabled, select:enabled, button:enabled, a[href]';

/** Ctrl or ⌘ with Enter sends a form also from a text of several lines. */
const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
  if (!isMeant || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
};

/** A dialog over the page: holds the focus, gives it back, and closes on Escape, Back or a press on the backdrop. */
export const Dialog = (props: DialogProps) => {
  const { open, onOpenChange, title, size = 'md', note, form, initialFocus, finalFocus, children } = props;
  const container = usePortalContainer();
  useBackToClose(open, () => onOpenChange(false), true);
  const body = useRef<HTMLDivElement>(null);
  // The close button is first in the order, but work starts in the body. A tap opens no keyboard by itself.
  const firstFocus = (openedBy: string): HTMLElement | boolean =>
    initialFocus?.current ??
    (openedBy === 'touch' ? true : (body.current?.querySelector<HTMLElement>(FOCUSABLE) ?? true));
  const content = (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-view">
          <Base.Popup className={cx('dialog', WIDTHS[size])} initialFocus={firstFocus} finalFocus={finalFocus}>
            <div className="dialog-head">
              <Base.Title>{title}</Base.Title>
              <Base.Close render={<IconButton label={controlsTexts.close} size="md" />}>
                <X />
              </Base.Close>
            </div>
            {note && <div className="flex flex-wrap items-center gap-x-3 px-4 pt-1 text-ink-3 md:px-5">{note}</div>}
            {form ? (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is pressed in its fields
              <form noValidate className="contents" onSubmit={form.onSubmit} onKeyDown={submitByKey}>
                {content}
                <div className="dialog-foot">
                  {form.aside}
                  <Button onClick={form.onCancel}>{controlsTexts.cancel}</Button>
                  <Button type="submit" variant={form.danger ? 'danger' : 'primary'} pending={form.pending}>
                    {form.submitLabel}
                  </Button>
                </div>
              </form>
            ) : (
              content
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
};
