import { useState, type ReactElement, type ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { cx } from '../lib/cx';
import { Link } from './Link';
import { usePortalContainer } from './PortalProvider';
import { useBackToClose } from './useBackToClose';

interface MenuProps {
  /** A Button or IconButton that opens it. */
  trigger: ReactElement;
  /** Whether it opens when mounted, because it was loaded by a press on its button. */
  defaultOpen?: boolean;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/** A button with a list of actions. */
export const Menu = ({ trigger, defaultOpen = false, align = 'start', className, children }: MenuProps) => {
  const container = usePortalContainer();
  const [open, setOpen] = useState(defaultOpen);
  // It may belong to the frame, which stays when the page changes.
  useBackToClose(open, () => setOpen(false), false);
  return (
    <Base.Root open={open} onOpenChange={(next) => setOpen(next)} modal={false}>
      {/* Replaces the button that was pressed, and so gets the focus back from what the menu opens. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button had the focus */}
      <Base.Trigger render={trigger} autoFocus={defaultOpen} />
      <Base.Portal container={container}>
        <Base.Positioner className="z-40 outline-0" align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={cx('pop menu', className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};

interface RowProps {
  icon?: ReactNode;
  children: ReactNode;
}

const Row = ({ icon, children }: RowProps) => (
  <>
    {icon}
    <span className="min-w-0 flex-1 truncate">{children}</span>
  </>
);

/** Something to do. */
export const MenuItem = ({
  danger,
  onSelect,
  disabled,
  ...row
}: RowProps & { danger?: boolean; disabled?: boolean; onSelect: () => void }) => (
  <Base.Item className={cx('menu-row', danger && 'menu-row-danger')} disabled={disabled} onClick={onSelect}>
    <Row {...row} />
  </Base.Item>
);

export const MenuLink = ({ to, ...row }: RowProps & { to: string }) => (
  <Base.LinkItem className="menu-row" closeOnClick render={<Link to={to} />}>
    <Row {...row} />
  </Base.LinkItem>
);

export const MenuSeparator = () => <Base.Separator className="mx-2 my-1 h-px bg-line" />;

/** Items that belong together, under a heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);

interface MenuRadioGroupProps<T extends string> {
  value: T | null;
  onValueChange: (value: T) => void;
  choices: readonly (RowProps & { value: T })[];
  /** Names the group for screen readers. */
  label: string;
}

/** One of several values; the current one has a check mark. */
export const MenuRadioGroup = <T extends string>({ value, onValueChange, choices, label }: MenuRadioGroupProps<T>) => (
  <Base.RadioGroup value={value} aria-label={label} onValueChange={(next: T) => onValueChange(next)}>
    {choices.map(({ value: own, ...row }) => (
      <Base.RadioItem key={own} value={own} className="menu-row" closeOnClick>
        <Row {...row} />
        <Base.RadioItemIndicator className="inline-flex">
          <Check />
        </Base.RadioItemIndicator>
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
);
