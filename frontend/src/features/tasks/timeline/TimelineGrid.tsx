import {
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatShortDay } from '../../../lib/dates/format';
import { addDays } from '../../../lib/dates/day';
import { isTouchScreen, readTextScale } from '../../../lib/screen';
import { usePrinting } from '../../../lib/usePrinting';
import { timelineTexts as texts } from '../../../texts/timeline';
import { readOnlyReason } from '../../projects/readOnly';
import { taskSearch, taskStep } from '../model/taskUrl';
import { daysBetween, type DragPart, moveSpan, SCALE, type Scale, type Span } from './span';
import { ticksOf } from './ticks';
import { HELP_ID, barPosition, SCROLLED, sideStyle, TimelineLine } from './TimelineBars';
import { useBarDrag } from './useBarDrag';
import { useLinks } from './useLinks';
import type { TimelineRow } from './useTimelineTasks';

/** Sizes in pixels, for text of the usual size. */
const SIZES = {
  row: 36,
  /** With room for a finger. */
  touchedRow: 44,
  side: 256,
  narrowSide: 132,
  head: 48,
  bar: 22,
};
/** The largest share of the window's width that the names may take. */
const SIDE_MAX = 0.4;
/** Rows that are rendered above and below the visible ones. */
const SPARE = 8;
/** How many frames a row may take to be rendered. */
const FRAMES = 30;

export interface TimelineHandle {
  showDay: (day: string) => void;
}

interface TimelineGridProps {
  rows: readonly TimelineRow[];
  scale: Scale;
  first: string;
  today: string;
  now: Date;
  isNarrow: boolean;
  /** Returns the new days; null if nothing changes. */
  onMove: (row: TimelineRow, grip: DragPart, days: number) => Span | null;
  ref: Ref<TimelineHandle>;
}

/** Returns what the arrow keys move: with Alt the bar, with Shift its end, with both its start. */
const dragPartOf = ({ altKey, shiftKey }: KeyboardEvent): DragPart | null => {
  if (altKey) return shiftKey ? 'first' : 'bar';
  return shiftKey ? 'last' : null;
};

/** Returns the range of visible rows. */
const useVisibleRows = (scroller: RefObject<HTMLDivElement | null>, rowHeight: number, count: number) => {
  const [view, setView] = useState({ from: 0, to: 40 });
  const look = useEffectEvent(() => {
    const box = scroller.current;
    if (!box) return;
    const from = Math.max(0, Math.floor(box.scrollTop / rowHeight) - SPARE);
    const to = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + SPARE;
    // Renders again only when the visible rows come close to the end of the rendered ones.
    setView((now) => (Math.abs(now.from - from) < SPARE / 2 && Math.abs(now.to - to) < SPARE / 2 ? now : { from, to }));
  });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const onScroll = (): void => look();
    box.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(onScroll);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller]);
  return { from: Math.min(view.from, count), to: Math.min(view.to, count) };
};

/** Tasks as bars on their days, which can be dragged and moved by keys. */
export const TimelineGrid = ({ rows, scale, first, today, now, isNarrow, onMove, ref }: TimelineGridProps) => {
  const { days } = SCALE[scale];
  const [textScale] = useState(readTextScale);
  const dayWidth = SCALE[scale].dayWidth * textScale;
  const rowHeight = (isNarrow || isTouchScreen() ? SIZES.touchedRow : SIZES.row) * textScale;
  const sideWidth = Math.min((isNarrow ? SIZES.narrowSide : SIZES.side) * textScale, window.innerWidth * SIDE_MAX);
  const head = SIZES.head * textScale;
  const scroller = useRef<HTMLDivElement>(null);
  const visibleRows = useVisibleRows(scroller, rowHeight, rows.length);
  const isPrinting = usePrinting();
  const { from: top, to: bottom } = isPrinting ? { from: 0, to: rows.length } : visibleRows;
  const [current, setCurrent] = useState<string | null>(null);
  const [said, say] = useState('');
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const rowOf = (id: string): TimelineRow | undefined => rows.find(({ task }) => task.id === id);
  const { drag, begin, endedDrag } = useBarDrag({
    scroller,
    dayWidth,
    onDrop: ({ id, grip, days: by }) => {
      const row = rowOf(id);
      if (row) onMove(row, grip, by);
    },
  });

  const showDay = (day: string): void => {
    const box = scroller.current;
    if (!box) return;
    const place = daysBetween(first, day) * dayWidth;
    box.scrollLeft = place - (box.clientWidth - sideWidth) / 4;
  };
  useImperativeHandle(ref, () => ({ showDay }));
  // Each scale and each range is scrolled to its day at first.
  const showStart = useEffectEvent((of: Scale, from: string) => {
    const at = daysBetween(from, today);
    showDay(at >= 0 && at < SCALE[of].days ? today : from);
  });
  useLayoutEffect(() => showStart(scale, first), [scale, first]);

  // `position: sticky` has no effect in print, so the scroll position is passed to the names of the tasks.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (isPrinting) box?.style.setProperty(SCROLLED, `${box.scrollLeft}px`);
  }, [isPrinting]);

  const visible = rows.slice(top, bottom);
  const links = useLinks(visible);
  const indexOf = new Map(rows.map(({ task }, at) => [task.id, at]));
  const stopAt = Math.max(0, current === null ? 0 : (indexOf.get(current) ?? 0));
  const stop = rows[stopAt]?.task.id;
  // The row with the focus stays rendered, wherever the timeline is scrolled to.
  const isAway = current !== null && (stopAt < top || stopAt >= bottom);
  const shown = rows.flatMap((row, at) =>
    (at >= top && at < bottom) || (isAway && at === stopAt) ? [{ row, at }] : [],
  );
  const spanNow = ({ task, span }: TimelineRow): Span =>
    drag?.id === task.id ? moveSpan(span, drag.grip, drag.days) : span;

  const focusRow = (at: number): void => {
    const row = rows[at];
    const box = scroller.current;
    if (!row || !box) return;
    const y = at * rowHeight;
    const room = box.clientHeight - head - rowHeight;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y > box.scrollTop + room) box.scrollTop = y - room;
    setCurrent(row.task.id);
    // It may not be rendered yet.
    const look = (frames: number): void => {
      const link = box.querySelector<HTMLElement>(`[data-task-link="${row.task.id}"]`);
      if (link) link.focus({ preventScroll: true });
      else if (frames > 0) requestAnimationFrame(() => look(frames - 1));
    };
    look(FRAMES);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || rows.length === 0) return;
    const grip = dragPartOf(event);
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const row = rows[stopAt];
    if (grip !== null && by !== 0 && row) {
      event.preventDefault();
      if (readOnlyReason(row.task.project) !== null) return;
      const moved = onMove(row, grip, by);
      if (moved) say(texts.moved(row.task.title, formatShortDay(moved.first), formatShortDay(moved.last)));
      return;
    }
    if (grip !== null) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: stopAt - 1,
      ArrowDown: stopAt + 1,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focusRow(Math.min(Math.max(next, 0), rows.length - 1));
  };

  const { upper, lower } = ticksOf(scale, first, days);
  const width = sideWidth + days * dayWidth;
  const todayAt = daysBetween(first, today);
  const lines = links.flatMap((link) => {
    const [a, b] = [indexOf.get(link.from), indexOf.get(link.to)];
    const [source, target] = [a === undefined ? undefined : rows[a], b === undefined ? undefined : rows[b]];
    if (a === undefined || b === undefined || !source || !target) return [];
    const end = barPosition(spanNow(source), first, dayWidth);
    const start = barPosition(spanNow(target), first, dayWidth);
    return [
      {
        key: `${link.from}${link.to}`,
        x1: end.left + end.width,
        y1: (a + 0.5) * rowHeight,
        x2: start.left,
        y2: (b + 0.5) * rowHeight,
      },
    ];
  });

  return (
    <div
      ref={scroller}
      data-timeline=""
      // Time runs from left to right, also in languages that are written the other way.
      dir="ltr"
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain border-t border-line bg-sheet"
    >
      <p id={HELP_ID} hidden>
        {texts.help}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div style={{ width, height: head + rows.length * rowHeight, minHeight: '100%' }} className="relative">
        <div className="sticky top-0 z-20 border-b border-line bg-sheet text-xs text-ink-3" style={{ height: head }}>
          <div
            className="sticky start-0 z-10 float-left h-full border-e border-line bg-sheet"
            style={sideStyle(sideWidth, isPrinting)}
          />
          {[upper, lower].map((ticks, row) => (
            <div
              key={row}
              aria-hidden="true"
              className="absolute"
              style={{ left: sideWidth, top: row * (head / 2), height: head / 2, right: 0 }}
            >
              {ticks.map(({ key, label, at, days: length, isWeekend }) => (
                <span
                  key={key}
                  className="absolute flex h-full items-center border-s border-line"
                  style={{
                    left: at * dayWidth,
                    width: length * dayWidth,
                    // Text that sticks to the view must not create a scroll container.
                    overflow: 'clip',
                    opacity: isWeekend && scale === 'day' && row === 1 ? 0.6 : 1,
                  }}
                >
                  <span className="sticky truncate px-1.5" style={{ left: sideWidth }}>
                    {length * dayWidth > 14 * textScale ? label : ''}
                  </span>
                </span>
              ))}
            </div>
          ))}
        </div>
        {todayAt >= 0 && todayAt < days && (
          <div
            aria-hidden="true"
            className="absolute forced-color-adjust-none"
            style={{
              left: sideWidth + todayAt * dayWidth,
              width: Math.max(dayWidth, 2),
              top: head,
              bottom: 0,
              background: 'color-mix(in oklab, var(--color-accent) 10%, transparent)',
              boxShadow: 'inset 2px 0 0 var(--color-accent)',
            }}
          />
        )}
        <svg
          aria-hidden="true"
          className="absolute"
          style={{ left: sideWidth, top: head, pointerEvents: 'none' }}
          width={days * dayWidth}
          height={rows.length * rowHeight}
        >
          {lines.map(({ key, x1, y1, x2, y2 }) => (
            <path
              key={key}
              data-link=""
              d={`M${x1} ${y1} h6 V${(y1 + y2) / 2} H${x2 - 8} V${y2} h8 m-5 -4 l5 4 l-5 4`}
              fill="none"
              // Red if a task begins before the task that blocks it ends.
              stroke={x2 < x1 ? 'var(--color-danger)' : 'var(--color-ink-3)'}
              strokeWidth={1.5}
            />
          ))}
        </svg>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on the links inside */}
        <ul aria-label={texts.list} className="absolute inset-x-0" style={{ top: head }} onKeyDown={onKeyDown}>
          {shown.map(({ row, at }) => (
            <TimelineLine
              key={row.task.id}
              row={row}
              span={spanNow(row)}
              index={at}
              count={rows.length}
              rowHeight={rowHeight}
              barHeight={SIZES.bar * textScale}
              sideWidth={sideWidth}
              isPrinting={isPrinting}
              first={first}
              dayWidth={dayWidth}
              now={now}
              isStop={row.task.id === stop}
              onFocus={setCurrent}
              onGrip={begin}
              onPress={(id) => {
                if (!endedDrag()) void navigate({ search: taskSearch(search, id) }, taskStep(search, state));
              }}
            />
          ))}
        </ul>
      </div>
    </div>
  );
};

/** Returns the last visible day. */
export const lastDayOf = (scale: Scale, first: string): string => addDays(first, SCALE[scale].days - 1);
