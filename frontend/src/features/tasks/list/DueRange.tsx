import { useRef, useState } from 'react';
import { CalendarRange } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { formatShortDay } from '../../../lib/dates/format';
import { tasksTexts } from '../../../texts/tasks';
import { DayRange } from '../../../ui/DayRange';
import { Popover } from '../../../ui/Popover';
import { rangeFocusTarget } from '../../../ui/rangeFocusTarget';
import { Clearable, clearButtonPadding } from '../../../ui/SelectList';
import type { TaskFilters } from '../filters/taskFilters';

interface DueRangeProps {
  from: string;
  to: string;
  onChange: (changes: Partial<TaskFilters>) => void;
  onClear: () => void;
  /** Whether it was just added, so that its days are chosen immediately. */
  isNew: boolean;
}

const { filters: words } = tasksTexts;

/** Formats the day; '' for an open end. */
const wordsOf = (day: string): string => (day === '' ? '' : formatShortDay(day));

/** A range of due dates as a button that opens the choice of another one. */
export const DueRange = ({ from, to, onChange, onClear, isNew }: DueRangeProps) => {
  const [open, setOpen] = useState(isNew);
  const days = useRef<HTMLDivElement>(null);
  return (
    <Clearable label={words.range} onClear={onClear}>
      <Popover
        label={words.range}
        open={open}
        onOpenChange={setOpen}
        isTall
        className="w-72"
        initialFocus={() => rangeFocusTarget(days.current)}
        trigger={
          <button type="button" data-on="" className={cx('btn btn-md btn-filter max-w-60', clearButtonPadding)}>
            <CalendarRange />
            <span className="min-w-0 flex-1 truncate">{words.rangeOf(wordsOf(from), wordsOf(to))}</span>
          </button>
        }
      >
        <div ref={days}>
          <DayRange
            span={{ from, to }}
            onChange={(span, isDone) => {
              onChange({ dueFrom: span.from, dueTo: span.to });
              if (isDone) setOpen(false);
            }}
          />
        </div>
      </Popover>
    </Clearable>
  );
};
