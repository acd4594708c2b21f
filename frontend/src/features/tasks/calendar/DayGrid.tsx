import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../lib/cx';
import { dayOfWeek } from '../../../lib/dates/format';
import { weekendDays } from '../../../lib/locale';
import { isTouchScreen, readTextScale } from '../../../lib/screen';
import { usePrinting } from '../../../lib/usePrinting';
import { DayCell, type DayCellProps, type DueDay, type CellCapacity } from './DayCell';
import { weekdayName } from './dayName';
import { splitIntoWeeks, isWithin, type Period } from './days';

/**
 * Heights in pixels, as in the classes with text of the usual size: a day's header with its padding, a task of one line
 * and of two including the gap, and the last line.
 */
const MOUSE = { head: 34, chip: 24, wrapped: 40, last: 20 };
const FINGER = { head: 54, chip: 50, wrapped: 50, last: 0 };
const { head: HEAD, chip: CHIP, wrapped: WRAPPED, last: LAST } = isTouchScreen() ? FINGER : MOUSE;
/** The maximum number of tasks per day in the week view and on paper, because people would not read more. */
const TALL = { whole: 60, part: 60, wrapped: 0 };

/** Returns how many tasks fit into a cell of this height in pixels. */
const capacityFor = (pixels: number): CellCapacity => {
  const height = pixels / readTextScale();
  return {
    whole: Math.max(1, Math.floor((height - HEAD) / CHIP)),
    part: Math.max(0, Math.floor((height - HEAD - LAST) / CHIP)),
    wrapped: Math.floor((height - HEAD) / WRAPPED),
  };
};

interface DayGridProps extends Pick<DayCellProps, 'now' | 'draggedId' | 'isLoading' | 'onOpen' | 'onNewTask'> {
  period: Period;
  days: readonly DueDay[];
  /** The period in words. */
  label: string;
  today: string;
  /** The day in the Tab order. */
  stop: string;
  /** The drop target under the dragged task. */
  over: string | null;
}

/** The days of a month as weeks below each other, or the days of one week as columns. */
export const DayGrid = ({ period, days, label, today, stop, over, ...cell }: DayGridProps) => {
  const rows = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const weeks = days.length / 7;
  useEffect(() => {
    const element = rows.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.getBoundingClientRect().height));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isTall = period.kind === 'week';
  const isPrinting = usePrinting();
  const capacity = isTall || isPrinting ? TALL : capacityFor(height / weeks);
  const weekend = weekendDays();

  return (
    <div role="grid" aria-label={label} className="flex min-w-0 flex-1 flex-col border-t border-line">
      <div role="row" className="sticky top-0 z-10 grid flex-none grid-cols-7 border-b border-line bg-sheet">
        {days.slice(0, 7).map(({ day }) => (
          <span
            key={day}
            role="columnheader"
            aria-label={dayOfWeek(day)}
            className={cx(
              'truncate px-2 py-1 text-xs',
              isTall && day === today ? 'font-medium text-accent-ink' : 'text-ink-3',
            )}
          >
            {weekdayName(day)}
          </span>
        ))}
      </div>
      <div
        ref={rows}
        role="rowgroup"
        className={cx('grid flex-1', isTall ? 'min-h-100' : 'auto-rows-[minmax(7rem,1fr)]')}
      >
        {splitIntoWeeks(days).map((week) => (
          <div
            key={week[0]?.day}
            role="row"
            className="grid min-h-0 grid-cols-7 not-first:border-t not-first:border-line"
          >
            {week.map((due) => (
              <DayCell
                key={due.day}
                {...cell}
                due={due}
                capacity={capacity}
                isTall={isTall}
                isToday={due.day === today}
                isWithin={isWithin(period, due.day)}
                isWeekend={weekend.includes(new Date(`${due.day}T12:00Z`).getUTCDay())}
                isStop={due.day === stop}
                isOver={due.day === over}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};
