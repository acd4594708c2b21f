import type { ComponentProps } from 'react';
import { cx } from '../lib/cx';
import { useFieldAttributes } from './FieldContext';

/** Several lines of text. Has no `maxLength`, for the same reason as `TextInput`. */
export const TextArea = ({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'maxLength'>) => (
  <textarea dir="auto" {...useFieldAttributes()} {...rest} className={cx('input', className)} />
);
