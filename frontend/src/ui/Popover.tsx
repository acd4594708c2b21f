import type { ReactElement, ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import { cx } from '../lib/cx';
import { usePortalContainer } from './PortalProvider';

interface PopoverProps {
  /** A Button or IconButton that opens it. */
  trigger: ReactElement;
  /** Names it for screen readers. */
  label: string;
  open?: boolean;
  /** The reason tells a press of Escape from other ways to close it. */
  onOpenChange?: (open: boolean, reason: string) => void;
  align?: 'start' | 'end';
  /** Takes the focus on opening instead of the first that can; and where the focus goes on closing instead of the trigger. */
  initialFocus?: () => HTMLElement | null;
  finalFocus?: () => HTMLElement | null;
  /** Too tall to stand beside anything on a phone: there it lies at the bottom edge, where the thumb is. */
  isTall?: boolean;
  className?: string;
  children: ReactNode;
}

/** A button with something to look at or fill in beside it. */
export const Popover = (props: PopoverProps) => {
  const { trigger, label, open, onOpenChange, align = 'start', initialFocus, finalFocus } = props;
  const { isTall, className, children } = props;
  const container = usePortalContainer();
  return (
    <Base.Root open={open} onOpenChange={(next, { reason }) => onOpenChange?.(next, reason)}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner className={cx('z-40', isTall && 'pop-tall')} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup
            className={cx('pop', className)}
            aria-label={label}
            initialFocus={initialFocus && (() => initialFocus() ?? true)}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
