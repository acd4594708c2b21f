import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua';
import { usePrinting } from '../../../lib/usePrinting';
import { useScrollAnchor } from './useScrollAnchor';

interface TaskRowsProps<Line> {
  lines: readonly Line[];
  /** The estimated height of a line. */
  lineHeight: number;
  /** Whether lines have stable keys; otherwise they are identified by position. */
  isKeyed: boolean;
  /** The line that stays mounted wherever the list is scrolled to, because it has or gets the focus. */
  current: number;
  /** Changes with the list; a new list begins at its top. */
  list: string;
  /** The last lines become visible. */
  onNearEnd: () => void;
  children: (line: Line) => ReactNode;
}

const NEAR_LINES = 15;

/**
 * virtua hides a line until it has measured it. This keeps lines visible: `visibility` is inherited, so each element of
 * a line would be styled twice, and hidden elements have no accessible names and can't take the focus.
 */
const ShownLine = ({ ref, style, children }: CustomItemComponentProps) => (
  <div ref={ref} style={{ ...style, visibility: 'visible' }}>
    {children}
  </div>
);

/** Returns the element that scrolls to make `element` visible. */
const scrollParent = (element: HTMLElement): HTMLElement => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.documentElement;
};

/** Renders only the visible lines, while the page around them scrolls; when printing, all lines. */
export const TaskRows = <Line extends { key: string }>(props: TaskRowsProps<Line>) => {
  const { lines, lineHeight, isKeyed, current, list, onNearEnd, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const [margin, setMargin] = useState<number | null>(null);
  const isPrinting = usePrinting();

  const keys = lines.map(({ key }) => key);

  // The content above the list may wrap.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const parent = scrollParent(element);
    scroller.current = parent;
    const measure = (): void =>
      setMargin(
        Math.round(element.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    return () => observer.disconnect();
  }, []);

  const notePlace = useScrollAnchor({ virtualizer, scroller, keys, list, margin: margin ?? 0 });
  const onScroll = (): void => {
    notePlace();
    const handle = virtualizer.current;
    if (!handle) return;
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    if (last >= lines.length - NEAR_LINES) onNearEnd();
  };

  return (
    <div ref={box} className="virtual">
      {margin !== null && (
        <Virtualizer
          ref={virtualizer}
          item={ShownLine}
          scrollRef={scroller}
          startMargin={margin}
          itemSize={lineHeight}
          bufferSize={400}
          keepMounted={isPrinting ? [...lines.keys()] : current === -1 ? [] : [current]}
          data={lines}
          onScroll={onScroll}
        >
          {(line, index) => (
            // If the row of a task that was just deleted were measured with no height, it would hide the next one.
            <div key={isKeyed ? line.key : index} className="min-h-px">
              {children(line)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  );
};
