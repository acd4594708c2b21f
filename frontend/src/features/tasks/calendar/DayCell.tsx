import { Plus } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { calendarTexts as texts } from '../../../texts/calendar';
import { IconButton } from '../../../ui/IconButton';
import { Skeleton } from '../../../ui/Skeleton';
import { dateAffixes, dateOf, dayName } from './dayName';
import { DAY_HELP_ID } from './helpId';
import { TaskChip } from './TaskChip';
import type { CalendarTask } from './useCalendarTasks';

/** A day of the calendar with its tasks. */
export interface DueDay {
  day: string;
  tasks: readonly CalendarTask[];
  /** The number of its tasks; null if it is not known. */
  count: number | null;
}

/** The number of tasks that fit into a cell: either all of them, or fewer with a line for the others. */
export interface CellCapacity {
  whole: number;
  part: number;
  /** The number of tasks that fit with titles of two lines. */
  wrapped: number;
}

export interface DayCellProps {
  due: DueDay;
  capacity: CellCapacity;
  now: Date;
  isTall: boolean;
  isToday: boolean;
  /** Whether it belongs to the shown month. */
  isWithin: boolean;
  isWeekend: boolean;
  /** Whether it is in the Tab order. */
  isStop: boolean;
  /** Whether a task is dragged over it. */
  isOver: boolean;
  draggedId: string | null;
  /** Its tasks are loading. */
  isLoading: boolean;
  onOpen: (day: string) => void;
  onNewTask: (day: string) => void;
}

/** Returns the number of tasks shown in the day's cell. */
const shownIn = ({ tasks, count }: DueDay, { whole, part }: CellCapacity): number =>
  count === tasks.length && count <= whole ? count : Math.min(tasks.length, part);

/** One day: the tasks that fit, a button for all of them and one for a new task. */
export const DayCell = (props: DayCellProps) => {
  const { due, capacity, now, isTall, isToday, isWithin, isWeekend, isStop, isOver, draggedId, isLoading } = props;
  const { day, tasks, count } = due;
  const shown = shownIn(due, capacity);
  const rest = count === null ? null : count - shown;
  const wraps = !isTall && rest === 0 && shown <= capacity.wrapped;
  const date = dateOf(day);
  const more = rest === null ? texts.moreUnknown : texts.more(rest);
  // The first day of a month shows the month's name, in the order of the language.
  const [before, after] = date === 1 ? dateAffixes(day).map((text) => text.trim()) : [];
  const month = (text = '') =>
    text !== '' && (
      <span aria-hidden="true" className="text-xs text-ink-3">
        {text}
      </span>
    );
  return (
    <div
      role="gridcell"
      data-day={day}
      data-drop={day}
      className={cx(
        'group/day @container/day relative flex min-w-0 flex-col gap-0.5 border-s border-line p-1 first:border-s-0',
        isOver ? 'bg-accent-soft' : !isWithin ? 'bg-frame' : isWeekend && 'bg-well',
      )}
    >
      <div className="flex h-6 flex-none items-center gap-1 ps-1 pointer-coarse:h-11">
        {month(before)}
        <button
          type="button"
          data-day-stop={day}
          tabIndex={isStop ? 0 : -1}
          aria-label={count === null ? dayName(day) : texts.day(dayName(day), count)}
          aria-current={isToday ? 'date' : undefined}
          aria-describedby={DAY_HELP_ID}
          onClick={() => props.onOpen(day)}
          // Its focus ring surrounds the whole day; on touch screens the button is as wide as the day.
          className="text-start text-xs tabular-nums outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-2 after:-outline-offset-1 focus-visible:after:outline-focus pointer-coarse:h-11 pointer-coarse:flex-1"
        >
          <span
            className={
              isToday
                ? '-ms-1 rounded-full bg-action px-1.5 py-0.5 font-semibold text-on-action'
                : isWithin
                  ? 'text-ink-2'
                  : 'text-ink-3'
            }
          >
            {date}
          </span>
        </button>
        {month(after)}
        <IconButton
          label={texts.newTaskOn(dayName(day))}
          size="sm"
          tabIndex={-1}
          className="ms-auto opacity-0 pointer-coarse:hidden group-hover/day:opacity-100 group-focus-within/day:opacity-100 focus-visible:opacity-100"
          onClick={() => props.onNewTask(day)}
        >
          <Plus />
        </IconButton>
      </div>
      {tasks.slice(0, shown).map((task) => (
        <TaskChip
          key={task.id}
          task={task}
          now={now}
          isTall={isTall}
          wraps={wraps}
          isDragging={task.id === draggedId}
        />
      ))}
      {isLoading && tasks.length === 0 && date % 3 !== 0 && (
        <span className="grid gap-2 p-1">
          <Skeleton className="w-4/5" />
          {date % 2 === 0 && <Skeleton className="w-3/5" />}
        </span>
      )}
      {(rest === null ? !isLoading : rest > 0) && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={texts.moreOn(more, dayName(day))}
          // On touch screens, tasks need the full height of a cell, so this is next to the date.
          className="h-5 flex-none rounded-xs px-1.5 text-start text-xs text-ink-3 hover:bg-fill-2 hover:text-ink pointer-coarse:absolute pointer-coarse:top-1 pointer-coarse:end-0 pointer-coarse:h-11"
          onClick={() => props.onOpen(day)}
        >
          {more}
        </button>
      )}
    </div>
  );
};
