import type { ReactElement } from 'react';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Kbd } from './Kbd';
import { usePortalContainer } from './PortalProvider';

interface TooltipProps {
  /** Says for eyes what the child's own label says for screen readers. */
  label: string;
  shortcut?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** A control with a name of its own, such as an IconButton. */
  children: ReactElement;
}

/** A few words beside a control while it is hovered or focused. */
export const Tooltip = ({ label, shortcut, side = 'bottom', children }: TooltipProps) => {
  const container = usePortalContainer();
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={container}>
        <Base.Positioner className="z-50" side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="tip">
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
