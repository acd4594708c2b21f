import { Switch as Base } from '@base-ui/react/switch';
import { cx } from '../lib/cx';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
  /** One of these names it, unless a label points at its id. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  className?: string;
}

/** Turns something on or off at once. */
export const Switch = ({ className, onCheckedChange, ...rest }: SwitchProps) => (
  <Base.Root {...rest} className={cx('switch', className)} onCheckedChange={(checked) => onCheckedChange(checked)}>
    <Base.Thumb />
  </Base.Root>
);
