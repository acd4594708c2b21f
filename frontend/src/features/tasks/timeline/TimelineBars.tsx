import { memo, type CSSProperties, type PointerEvent as ReactPointerEvent } from 'react';
import { projectColor } from '../../../lib/projectColor';
import { isLate } from '../../../lib/dates/due';
import { formatShortDay } from '../../../lib/dates/format';
import { timelineTexts as texts } from '../../../texts/timeline';
import { Avatar } from '../../../ui/Avatar';
import { NamedColumnIcon } from '../../projects/columns/TaskColumns';
import { readOnlyReason } from '../../projects/readOnly';
import { TaskLink } from '../parts/TaskLink';
import { daysBetween, type DragPart, type Span } from './span';
import type { TimelineRow } from './useTimelineTasks';

export const HELP_ID = 'timeline-help';

/** The width of an end that can be dragged. */
const END = 8;

/** CSS variable with the horizontal scroll position while the timeline is printed. */
export const SCROLLED = '--scrolled';

/** The style of the column of names, which stays at the left edge. */
export const sideStyle = (width: number, isPrinting: boolean): CSSProperties => ({
  width,
  ...(isPrinting && { position: 'relative', left: `var(${SCROLLED})`, printColorAdjust: 'exact' }),
});

interface BarProps {
  row: TimelineRow;
  /** The days that it shows, which a drag changes. */
  span: Span;
  first: string;
  dayWidth: number;
  rowHeight: number;
  barHeight: number;
  now: Date;
  onGrip: (event: ReactPointerEvent<HTMLElement>, id: string, grip: DragPart) => void;
  onPress: (id: string) => void;
}

/** Returns the position of days on the timeline, in pixels. */
export const barPosition = ({ first: from, last }: Span, first: string, dayWidth: number) => ({
  left: daysBetween(first, from) * dayWidth,
  width: Math.max((daysBetween(from, last) + 1) * dayWidth, END),
});

const Bar = ({ row: { task }, span, first, dayWidth, rowHeight, barHeight, now, onGrip, onPress }: BarProps) => {
  const isFixed = readOnlyReason(task.project) !== null;
  const isDone = task.status === 'DONE';
  const { left, width } = barPosition(span, first, dayWidth);
  const color = isLate(task, now) ? 'var(--color-danger)' : projectColor(task.project.color);
  const end = (grip: DragPart, side: 'left' | 'right') => (
    <span
      data-grip={grip}
      className="absolute inset-y-0"
      style={{ [side]: 0, width: Math.min(END, width / 3), cursor: 'ew-resize' }}
      onPointerDown={(event) => {
        event.stopPropagation();
        onGrip(event, task.id, grip);
      }}
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the link of the row has the focus and handles the keys
    <div
      data-bar={task.id}
      title={texts.bar(task.title, texts.days(formatShortDay(span.first), formatShortDay(span.last)))}
      className="absolute flex items-center rounded-sm select-none forced-color-adjust-none"
      style={{
        left,
        width,
        top: (rowHeight - barHeight) / 2,
        height: barHeight,
        cursor: isFixed ? 'pointer' : 'grab',
        background: `color-mix(in oklab, ${color} ${isDone ? 14 : 34}%, var(--color-sheet))`,
        boxShadow: `inset 3px 0 0 ${color}`,
        opacity: isDone ? 0.75 : 1,
        printColorAdjust: 'exact',
      }}
      onPointerDown={isFixed ? undefined : (event) => onGrip(event, task.id, 'bar')}
      onClick={() => onPress(task.id)}
    >
      {task.assignee && width > 40 && (
        <span className="ms-auto pe-1.5">
          <Avatar user={task.assignee} size={16} decorative />
        </span>
      )}
      {!isFixed && end('first', 'left')}
      {!isFixed && end('last', 'right')}
    </div>
  );
};

interface TimelineLineProps extends BarProps {
  /** Its place among all rows, of which only those in view are rendered. */
  index: number;
  count: number;
  sideWidth: number;
  isPrinting: boolean;
  /** Whether it is in the Tab order. */
  isStop: boolean;
  onFocus: (id: string) => void;
}

/** A row: the task at the left, which does not scroll, and its bar. */
export const TimelineLine = memo((props: TimelineLineProps) => {
  const { index, count, sideWidth, isPrinting, isStop, onFocus, ...bar } = props;
  const { row, rowHeight } = bar;
  const { task, span } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on the link inside
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className="absolute inset-x-0"
      style={{ top: index * rowHeight, height: rowHeight }}
      onFocus={() => onFocus(task.id)}
    >
      {/* Covers the whole row and its line, because the bars scroll below it. */}
      <div
        className="sticky start-0 z-10 flex h-full items-center gap-2 border-e border-b border-line bg-sheet px-3"
        style={sideStyle(sideWidth, isPrinting)}
      >
        <NamedColumnIcon task={task} className="size-3.5 flex-none" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          <TaskLink task={task} tabIndex={isStop ? 0 : -1} aria-describedby={HELP_ID} />
          <span className="sr-only">{texts.days(formatShortDay(span.first), formatShortDay(span.last))}</span>
        </span>
      </div>
      <div className="absolute inset-y-0 end-0 border-b border-line" style={{ left: sideWidth }}>
        <Bar {...bar} />
      </div>
    </li>
  );
});
TimelineLine.displayName = 'TimelineLine';
