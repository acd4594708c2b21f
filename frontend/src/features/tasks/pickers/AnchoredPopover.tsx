import { useEffect, useMemo, type ReactNode, type RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';
import { cx } from '../../../lib/cx';
import { usePortalContainer } from '../../../ui/PortalProvider';
import { taskIdOf } from '../model/taskElements';
import { taskLinkOf } from '../model/taskUrl';
import { anchorPlace } from './anchorPlace';

interface AnchoredPopoverProps {
  label: string;
  /** The popover is anchored to this element, and returns the focus to the element that had it. */
  anchor: Element | null;
  /** The reason distinguishes Escape from other ways to close it. */
  onClose: (reason: string) => void;
  /** Called when the anchor itself was pressed; its owner decides whether that closes the popover. */
  onAnchorPress?: () => void;
  initialFocus: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Whether it is too tall to be placed next to the element on a phone. It then opens at the bottom edge. */
  isTall?: boolean;
  className: string;
  children: ReactNode;
}

/** How long a changed task may take to be rendered at its new place. */
const MOVE_TIMEOUT_MS = 2_000;

/**
 * Keeps the focus on a task while its card is rendered in another column by a new element. Stops when the person moves
 * the focus.
 */
const keepFocusOnTask = (id: string): void => {
  const end = performance.now() + MOVE_TIMEOUT_MS;
  let isOver = false;
  const stop = (): void => {
    isOver = true;
  };
  const look = (): void => {
    const now = document.activeElement;
    const isOfTask = now instanceof HTMLElement && (now === document.body || taskIdOf(now) === id);
    const isElsewhere = !isOfTask && !now?.closest('.pop');
    if (isOver || isElsewhere || performance.now() > end)
      return document.removeEventListener('pointerdown', stop, true);
    if (now === document.body) taskLinkOf(id)?.focus();
    requestAnimationFrame(look);
    return undefined;
  };
  document.addEventListener('pointerdown', stop, true);
  look();
};

/** The popover of a picker, next to any element, which is marked meanwhile. Mount it while it is open. */
export const AnchoredPopover = (props: AnchoredPopoverProps) => {
  const { label, anchor, onClose, onAnchorPress, initialFocus, isTall, className, children } = props;
  const container = usePortalContainer();
  const place = useMemo(() => anchor && anchorPlace(anchor), [anchor]);

  const focusAfterwards = (): HTMLElement | boolean | null => {
    const now = document.activeElement;
    const hasMovedOn = now !== document.body && !now?.closest('.pop');
    if (hasMovedOn || !(anchor instanceof HTMLElement)) return !hasMovedOn;
    if (anchor.matches('[role=dialog]')) {
      // Base UI would focus the first control inside.
      anchor.focus({ preventScroll: true });
      return false;
    }
    const id = taskIdOf(anchor);
    if (id === undefined) return true;
    keepFocusOnTask(id);
    return anchor.isConnected || taskLinkOf(id);
  };

  // The anchor loses the focus to the field, so a mark on it shows which task is being edited.
  useEffect(() => {
    anchor?.setAttribute('data-picking', '');
    return () => anchor?.removeAttribute('data-picking');
  }, [anchor]);

  return (
    <Popover.Root
      open
      onOpenChange={(next, { event, reason }) => {
        if (next) return;
        const isOnAnchor = event.target instanceof Node && anchor?.contains(event.target) && event.type !== 'keydown';
        if (isOnAnchor) onAnchorPress?.();
        else onClose(reason);
      }}
    >
      <Popover.Portal container={container}>
        <Popover.Positioner
          className={cx('z-40', isTall && 'pop-tall')}
          anchor={place}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup
            className={cx('pop', className)}
            aria-label={label}
            finalFocus={focusAfterwards}
            initialFocus={typeof initialFocus === 'function' ? () => initialFocus() ?? true : initialFocus}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
