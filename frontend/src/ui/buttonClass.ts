import { cx } from '../lib/cx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

/** The style of buttons, and of links that look like one. */
export const buttonClass = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  cx('btn', variant !== 'secondary' && `btn-${variant}`, size !== 'lg' && `btn-${size}`, className);
