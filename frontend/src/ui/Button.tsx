import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './buttonClass';
import { SpinnerMark } from './Spinner';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Stands before the words. */
  icon?: ReactNode;
  /** Whether its action is running: a spinner covers the label, the width stays, and presses do nothing. */
  pending?: boolean;
}

/** A button. It stays focusable while pending, so that the keyboard focus is not lost. */
export const Button = ({
  variant = 'secondary',
  size = 'lg',
  icon,
  pending = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Also keeps Enter in a field from submitting the form twice.
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={press}
    >
      <span className={pending ? 'inline-flex min-w-0 items-center gap-[inherit] opacity-0' : 'contents'}>
        {icon}
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerMark />
        </span>
      )}
    </button>
  );
};
