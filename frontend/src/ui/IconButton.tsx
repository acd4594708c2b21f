import { cx } from '../lib/cx';
import { Button, type ButtonProps } from './Button';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'aria-label'> {
  /** The meaning of the icon. */
  label: string;
}

/** A square button whose only child is an icon. */
export const IconButton = ({ label, variant = 'ghost', className, ...rest }: IconButtonProps) => (
  <Button {...rest} variant={variant} className={cx('btn-icon', className)} aria-label={label} />
);
