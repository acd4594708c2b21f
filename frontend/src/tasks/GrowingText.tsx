import type { ComponentProps } from 'react';
import { cx } from '../lib/cx';

interface GrowingTextProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
  /** Type and padding; both the text and its measure wear it. */
  className: string;
}

/** A text that is always as high as what it holds: an unseen copy of it in the same cell gives the height. */
export const GrowingText = ({ value, className, ...rest }: GrowingTextProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
    <span
      aria-hidden="true"
      className={cx('pointer-events-none invisible whitespace-pre-wrap wrap-anywhere [grid-area:1/1]', className)}
    >
      {/* The last line counts even while it is empty. */}
      {`${value || (rest.placeholder ?? '')}\u200b`}
    </span>
    <textarea
      {...rest}
      rows={1}
      value={value}
      className={cx('resize-none overflow-hidden wrap-anywhere [grid-area:1/1]', className)}
    />
  </div>
);
