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
  /** The reason distinguishes Escape from other ways to close it. */
  onOpenChange?: (open: boolean, reason: string) => void;
  align?: 'start' | 'end';
  /** Gets the focus on opening instead of the first focusable element, and on closing instead of the trigger. */
  initialFocus?: () => HTMLElement | null;
  finalFocus?: () => HTMLElement | null;
  /** Whether it is too tall to be placed next to the trigger on a phone. It then opens at the bottom edge. */
  isTall?: boolean;
  className?: string;
  children: ReactNode;
}

/** A button that opens a panel next to it. */
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
