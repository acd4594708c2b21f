import { Link, type LinkProps } from './Link';
import { buttonClass, type ButtonSize } from './buttonClass';

/** A link to another page that looks like a button. */
export const LinkButton = ({ size = 'lg', className, ...rest }: LinkProps & { size?: ButtonSize }) => (
  <Link {...rest} className={buttonClass('secondary', size, className)} />
);
