import { useImperativeHandle, useRef, type ComponentProps, type MouseEvent, type ReactNode, type Ref } from 'react';
import { cx } from '../../../lib/cx';
import { offsetInSource } from '../../../lib/markdown';

interface GrowingTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'ref'> {
  value: string;
  ref?: Ref<HTMLTextAreaElement | null> | undefined;
  /** Rendered instead while it is not edited: links and Markdown. */
  read?: ReactNode;
  /** Font and padding, shared by the text field, the hidden copy that gives the height, and the read view. */
  className: string;
}

/** Returns the text from its start to the pressed point; all of it if the browser does not know the point. */
const wordsUpTo = (element: HTMLElement, { clientX, clientY }: MouseEvent): string => {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  if (!place || !element.contains(place.offsetNode)) return element.textContent;
  const range = document.createRange();
  range.selectNodeContents(element);
  range.setEnd(place.offsetNode, place.offset);
  return range.toString();
};

/**
 * A text field that is always as high as its text: a hidden copy in the same grid cell gives the height. The read view
 * comes first in the Tab order, so that its links are reached before the text field; a press beside the links puts the
 * caret there.
 */
export const GrowingText = ({ value, read, className, ref, ...rest }: GrowingTextProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);

  const onPress = (event: MouseEvent<HTMLElement>): void => {
    const { target, currentTarget } = event;
    const isOther = (target as Element).closest('a, input') !== null;
    // Selecting text must not start editing.
    if (isOther || getSelection()?.isCollapsed === false) return;
    const place = offsetInSource(value, wordsUpTo(currentTarget, event));
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(place, place);
  };

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
      {read ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the text field itself handles keys
        <div className={cx('z-1 cursor-text [grid-area:1/1]', className)} onClick={onPress}>
          {read}
        </div>
      ) : (
        <span
          dir="auto"
          aria-hidden="true"
          className={cx(
            'pointer-events-none invisible whitespace-pre-wrap wrap-anywhere [grid-area:1/1] [unicode-bidi:plaintext]',
            className,
          )}
        >
          {value || rest.placeholder}
          {/* An empty last line has a height, too. */}
          {'\u200b'}
        </span>
      )}
      <textarea
        {...rest}
        ref={area}
        dir="auto"
        rows={1}
        value={value}
        className={cx(
          'resize-none overflow-hidden outline-offset-0 wrap-anywhere [grid-area:1/1]',
          Boolean(read) && 'text-transparent forced-colors:opacity-0',
          className,
        )}
      />
    </div>
  );
};
