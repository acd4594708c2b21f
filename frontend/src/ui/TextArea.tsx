import type { ComponentProps } from 'react';
import { cx } from '../lib/cx';
import { useFieldAttributes } from './FieldContext';

/** Several lines of text. As `TextInput`, it has no `maxLength`. */
export const TextArea = ({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'maxLength'>) => (
  <textarea dir="auto" {...useFieldAttributes()} {...rest} className={cx('input', className)} />
);
