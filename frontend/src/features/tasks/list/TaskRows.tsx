import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua';
import { usePrinting } from '../../../lib/usePrinting';
import { useScrollAnchor } from './useScrollAnchor';

interface TaskRowsProps<Line> {
  lines: readonly Line[];
  /** The estimated height of a line. */
  lineHeight: number;
  /** A line is the same one however far it moves; otherwise only its place is. */
  isKeyed: boolean;
  /** The line that stays mounted wherever one scrolls to, since it has or gets the focus. */
  current: number;
  /** Changes if it becomes another list, which begins at its top. */
  list: string;
  /** The last lines become visible. */
  onNearEnd: () => void;
  children: (line: Line) => ReactNode;
}

const NEAR_LINES = 15;

/**
 * virtua hides a line until it has measured it. `visibility` is inherited, so each element of a line would be styled twice,
 * and hidden elements take no focus and have no names.
 */
const ShownLine = ({ ref, style, children }: CustomItemComponentProps) => (
  <div ref={ref} style={{ ...style, visibility: 'visible' }}>
    {children}
  </div>
);

/** The element that scrolls when `element` must become visible. */
const scrollParent = (element: HTMLElement): HTMLElement => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.documentElement;
};

/** Only the lines in view, of however many there are; the page around them scrolls. On paper, all of them. */
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
            // If the row of a task that was just deleted were measured with no height, it would hide its successor.
            <div key={isKeyed ? line.key : index} className="min-h-px">
              {children(line)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  );
};
