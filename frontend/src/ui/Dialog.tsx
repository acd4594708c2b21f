import { useRef, type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { cx } from '../lib/cx';
import { controlsTexts } from '../texts/controls';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { usePortalContainer } from './PortalProvider';
import { useBackToClose } from './useBackToClose';
import { isComposingKey } from '../lib/keyboard/typing';

const WIDTHS = { md: 'md:w-[560px]', lg: 'md:w-[720px]', xl: 'md:w-[1000px]' };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** 560, 720 or 1,000 px; the full width on a phone. */
  size?: keyof typeof WIDTHS;
  /** A line below the title, which does not get the focus on opening. */
  note?: ReactNode;
  /**
   * Turns the dialog's content into a form, which is submitted by Enter, by Ctrl or ⌘ with Enter, and by the button at
   * the bottom.
   */
  form?: {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
    submitLabel: string;
    /** Whether its action can't easily be undone. */
    danger?: boolean;
    pending?: boolean;
    /** Closes the dialog by default. */
    onCancel?: () => void;
    /** Rendered at the other end of the bottom bar. */
    aside?: ReactNode;
  };
  /** Gets the focus instead of the first field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus after closing, if the element that opened the dialog may be gone. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

const FOCUSABLE = 'input:enabled, textarea:enabled, select:enabled, button:enabled, a[href]';

/** Ctrl or ⌘ with Enter submits a form, even from a text field with several lines. */
const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposingKey(event.nativeEvent);
  if (!isMeant || event.defaultPrevented) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
};

/** A dialog over the page: holds the focus, returns it, and closes on Escape, Back or a press on the backdrop. */
export const Dialog = (props: DialogProps) => {
  const { open, onOpenChange, title, size = 'md', note, form, initialFocus, finalFocus, children } = props;
  const container = usePortalContainer();
  useBackToClose(open, () => onOpenChange(false), true);
  const body = useRef<HTMLDivElement>(null);
  // The close button comes first, but the focus starts in the body. After a tap, no field is focused, because that
  // would open the keyboard.
  const firstFocus = (openedBy: string): HTMLElement | boolean =>
    initialFocus?.current ??
    (openedBy === 'touch' ? true : (body.current?.querySelector<HTMLElement>(FOCUSABLE) ?? true));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!form?.pending) form?.onSubmit(event);
  };
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
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is pressed in the fields inside
              <form noValidate className="contents" onSubmit={submit} onKeyDown={submitByKey}>
                {content}
                <div className="dialog-foot">
                  {form.aside}
                  <Button onClick={form.onCancel ?? (() => onOpenChange(false))}>{controlsTexts.cancel}</Button>
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
