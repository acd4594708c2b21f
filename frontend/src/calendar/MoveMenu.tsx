import { useState, type ReactElement } from 'react';
import { nextMonday } from 'date-fns';
import { useNow } from '../lib/useNow';
import { calendarTexts } from '../texts/calendar';
import { Button } from '../ui/Button';
import { MonthGrid } from '../ui/MonthGrid';
import { Popover } from '../ui/Popover';
import { addDays, dayOf } from './days';
import type { CalendarTask } from './useCalendarTasks';

const texts = calendarTexts.move;

interface MoveMenuProps {
  task: CalendarTask;
  trigger: ReactElement;
  onMove: (task: CalendarTask, day: string | null) => void;
}

/** The days that a task is moved to most, and a month to choose any other from. */
export const MoveMenu = ({ task, trigger, onMove }: MoveMenuProps) => {
  const [open, setOpen] = useState(true);
  const now = useNow();
  const today = dayOf(now);
  const quick: readonly (readonly [string, string | null])[] = [
    [texts.today, today],
    [texts.tomorrow, addDays(today, 1)],
    [texts.nextWeek, dayOf(nextMonday(now))],
    ...(task.dueDate === null ? [] : ([[texts.noDate, null]] as const)),
  ];
  const pick = (day: string | null): void => {
    setOpen(false);
    onMove(task, day);
  };
  return (
    <Popover
      label={texts.label(task.title)}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-72 p-3"
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-1.5">
          {quick.map(([label, day]) => (
            <Button key={label} size="md" onClick={() => pick(day)}>
              {label}
            </Button>
          ))}
        </div>
        <MonthGrid value={task.dueDate === null ? '' : dayOf(task.dueDate)} onPick={pick} />
      </div>
    </Popover>
  );
};
