import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx';
import { linkify } from '../../lib/linkify';
import { LinkedText } from '../../ui/LinkedText';

interface GrowingTextProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
  /** Addresses in it can be followed; not while it is typed. */
  isLinked?: boolean;
  /** Type and padding; both the text and its measure wear it. */
  className: string;
}

/**
 * A text that is always as high as what it holds: an unseen copy of it in the same cell gives the height. Where there are
 * links the copy is what is seen, and lets all presses through but those on links. It comes first, so that Tab reaches
 * them before the text is typed in.
 */
export const GrowingText = ({ value, isLinked = false, className, ...rest }: GrowingTextProps) => {
  const isCopySeen = isLinked && linkify(value).some(({ href }) => href !== undefined);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
      <span
        dir="auto"
        aria-hidden={!isCopySeen}
        className={cx(
          'pointer-events-none z-1 whitespace-pre-wrap wrap-anywhere [grid-area:1/1] [unicode-bidi:plaintext]',
          !isCopySeen && 'invisible',
          className,
        )}
      >
        {isCopySeen ? <LinkedText text={value} isDrawn /> : value || rest.placeholder}
        {/* The last line counts even while it is empty. */}
        <span aria-hidden="true">{'\u200b'}</span>
      </span>
      <textarea
        {...rest}
        dir="auto"
        rows={1}
        value={value}
        className={cx(
          'resize-none overflow-hidden wrap-anywhere [grid-area:1/1]',
          isCopySeen && 'text-transparent forced-colors:opacity-0',
          className,
        )}
      />
    </div>
  );
};
