import type { ComponentProps } from 'react';
import { Check, Minus } from 'lucide-react';
import { cx } from '../lib/cx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Whether some but not all of its items are checked. */
  indeterminate?: boolean;
}

/** A checkbox; name it with `aria-label` or a label around it. `className` goes to the box. */
export const Checkbox = ({ indeterminate = false, className, ...rest }: CheckboxProps) => (
  <span className={cx('check', className)}>
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        // HTML has no attribute for the indeterminate state.
        if (input) input.indeterminate = indeterminate;
      }}
    />
    {rest.checked !== false && <Check />}
    {indeterminate && <Minus />}
  </span>
);
