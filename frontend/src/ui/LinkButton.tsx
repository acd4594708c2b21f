import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonClass, type ButtonSize, type ButtonVariant } from './buttonClass';

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

/** A way to another page that looks like a button. */
export const LinkButton = ({
  variant = 'secondary',
  size = 'lg',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) => (
  <Link {...rest} className={buttonClass(variant, size, className)}>
    {icon}
    {children}
  </Link>
);
