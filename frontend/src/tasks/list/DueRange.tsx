import { useState } from 'react';
import { CalendarRange, X } from 'lucide-react';
import { formatShortDay } from '../../lib/dates';
import { controlsTexts } from '../../texts/controls';
import { tasksTexts } from '../../texts/tasks';
import { Popover } from '../../ui/Popover';
import type { TaskFilters } from './taskFilters';

interface DueRangeProps {
  from: string;
  to: string;
  onChange: (changes: Partial<TaskFilters>) => void;
  /** It was just asked for: its days are to be chosen. */
  isNew: boolean;
}

const { filters: words } = tasksTexts;

/** The day itself in words; '' for an open end. */
const wordsOf = (day: string): string => (day === '' ? '' : formatShortDay(day));

/** Due between two days: it says which, and lets one choose others. */
export const DueRange = ({ from, to, onChange, isNew }: DueRangeProps) => {
  const [open, setOpen] = useState(isNew);
  const day = (name: 'dueFrom' | 'dueTo', label: string, value: string) => (
    <label className="grid gap-1">
      <span className="text-ink-2">{label}</span>
      <input
        type="date"
        className="input"
        value={value}
        min={name === 'dueTo' ? from : undefined}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </label>
  );
  return (
    <span className="relative inline-flex min-w-0">
      <Popover
        label={words.range}
        open={open}
        onOpenChange={setOpen}
        className="grid gap-3 p-3"
        trigger={
          <button type="button" data-on="" className="btn btn-md btn-filter max-w-60 pr-7 pointer-coarse:pr-11">
            <CalendarRange />
            <span className="min-w-0 flex-1 truncate">{words.rangeOf(wordsOf(from), wordsOf(to))}</span>
          </button>
        }
      >
        {day('dueFrom', words.from, from)}
        {day('dueTo', words.to, to)}
      </Popover>
      <button
        type="button"
        aria-label={controlsTexts.clearFilter(words.range)}
        className="absolute inset-y-0 right-0 grid w-7 place-items-center rounded-sm text-ink-2 hover:text-ink pointer-coarse:-inset-y-1 pointer-coarse:w-11"
        onClick={() => onChange({ dueFrom: '', dueTo: '' })}
      >
        <X className="size-3.5 stroke-2" />
      </button>
    </span>
  );
};
