import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/cx';
import { useFieldAttributes } from './FieldContext';

/** Has no `maxLength`, because browsers silently cut pasted text at it. A text that is too long gets an error instead. */
export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'maxLength'> {
  size?: 'md' | 'lg' | 'xl';
  /** Rendered inside the box, before the text. */
  icon?: ReactNode;
  /** Rendered inside the box, after the text. */
  end?: ReactNode;
}

/** A text field with one line. `className` goes to the box. */
export const TextInput = ({ size = 'lg', icon, end, className, type = 'text', ...rest }: TextInputProps) => (
  <div className={cx('input', size === 'xl' && 'input-xl', size === 'md' && 'input-quiet', className)}>
    {icon}
    <input type={type} dir="auto" {...useFieldAttributes()} {...rest} />
    {end}
  </div>
);
