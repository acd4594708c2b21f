import type { ComponentProps } from 'react';
import { cx } from '../lib/cx';
import { useFieldAttributes } from './FieldContext';

/** Several lines of text. */
export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea dir="auto" {...useFieldAttributes()} {...rest} className={cx('input', className)} />
);
