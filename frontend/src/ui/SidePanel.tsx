import { useEffect, useRef, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useNarrow } from '../lib/screen';
import { controlsTexts } from '../texts/controls';
import { scrollToFocused } from './scrollToElement';
import { IconButton } from './IconButton';
import { hideWhileCoveringFocus } from './hideWhileCoveringFocus';
import { usePortalContainer } from './PortalProvider';

interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  /** The id of its content; when it changes, the focus moves into the panel again. */
  subject: string;
  /** Gets the focus on closing; by default the element that had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A panel over the right side of the page, which stays usable beside it; on a phone it fills the screen. Contains a
 * PanelHead and a PanelBody.
 */
export const SidePanel = ({ open, onClose, subject, returnTo, children }: SidePanelProps) => {
  const container = usePortalContainer();
  const popup = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();

  // On opening, Base UI moves the focus.
  const shown = useRef(subject);
  useEffect(() => {
    if (shown.current !== subject) popup.current?.focus({ preventScroll: true });
    shown.current = subject;
  }, [subject]);

  // Messages move out of its way, see overlays.css.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-panel', open);
    return () => document.documentElement.removeAttribute('data-panel');
  }, [open]);

  useEffect(() => (open ? hideWhileCoveringFocus(popup) : undefined), [open]);

  /** If the person focused something else while the panel was closing, the focus stays: they may be typing there. */
  const focusAfterwards = (): HTMLElement | boolean => {
    const now = document.activeElement;
    const hasMovedOn = now !== null && now !== document.body && !popup.current?.contains(now);
    return !hasMovedOn && (returnTo?.() ?? true);
  };

  /** Whether Escape belongs to whatever has the focus: a card that is being moved, or a dialog over the page. */
  const isElsewhere = ({ target }: Event): boolean =>
    target instanceof Node && target !== document.body && !popup.current?.contains(target);

  return (
    <Base.Root
      open={open}
      modal={isNarrow}
      disablePointerDismissal
      onOpenChange={(next, details) => {
        if (next) return;
        if (details.reason === 'escape-key' && isElsewhere(details.event)) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal container={container}>
        <Base.Popup
          ref={popup}
          className="panel fixed inset-0 z-20 flex flex-col bg-overlay shadow-dialog transition-[opacity,transform] duration-180 ease-out focus-visible:outline-0 data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0 md:top-(--bar) md:end-2 md:bottom-2 md:start-auto md:w-[600px] md:rounded-lg"
          initialFocus={popup}
          finalFocus={focusAfterwards}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};

interface PanelHeadProps {
  /** Names the panel for screen readers. */
  title: string;
  /** Rendered at the left, and `actions` before the close button. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** The panel's first line, which stays in place while the rest scrolls. */
export const PanelHead = ({ title, children, actions }: PanelHeadProps) => (
  <header className="flex min-h-12 flex-none flex-wrap items-center gap-0.5 border-b border-line pe-2 ps-4 md:min-h-11 md:ps-6">
    <Base.Title className="sr-only">{title}</Base.Title>
    <div className="min-w-min flex-1">{children}</div>
    {/* On a line of its own if both do not fit, and on several with large text. */}
    <div className="ms-auto flex flex-wrap justify-end gap-0.5">
      {actions}
      <Base.Close render={<IconButton label={controlsTexts.close} size="md" />}>
        <X />
      </Base.Close>
    </div>
  </header>
);

/** The part that scrolls. */
export const PanelBody = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only scrolls
  <div
    data-with-foot
    onFocus={scrollToFocused}
    className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 *:min-w-0 *:flex-none md:px-6"
  >
    {children}
  </div>
);
