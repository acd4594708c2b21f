import { KEYS } from '../../../lib/keyboard/keys';
import { useLetterKey } from '../../../lib/keyboard/useLetterKey';
import { calendarTexts as texts } from '../../../texts/calendar';
import { TaskDragContext } from '../drag/taskDrag';
import type { AgendaProps } from './Agenda';
import { DayGrid } from './DayGrid';
import { dayName } from './dayName';
import { DAY_HELP_ID, TASK_HELP_ID } from './helpId';
import { UndatedPanel } from './UndatedPanel';
import { LiftedChip } from './TaskChip';
import { NO_DATE, useCalendarDrag } from './useCalendarDrag';
import type { CalendarTask } from './useCalendarTasks';
import { dayAtKey, useDayKeys } from './useDayKeys';

interface CalendarDaysProps extends AgendaProps {
  /** Shows the tasks without a date next to the days. */
  showsUndated: boolean;
  turn: (by: 1 | -1) => void;
  onMove: (task: CalendarTask, day: string | null) => void;
}

/** A grid of days, next to the tasks without a date; tasks move between them by pointer, touch and keys. */
export const CalendarDays = (props: CalendarDaysProps) => {
  const { empty, undated, showsUndated, show, turn, onMove, ...grid } = props;
  const { period, days, today, now, onNewTask } = grid;
  const names = days.map(({ day }) => day);
  const taskOf = (id: string): CalendarTask | undefined =>
    days.flatMap(({ tasks }) => tasks).find((task) => task.id === id) ?? undated.tasks?.find((task) => task.id === id);
  const showDay = (day: string): void => {
    if (!names.includes(day)) show(day);
  };

  const drag = useCalendarDrag({
    taskOf,
    // A task without a date starts at the day in the Tab order.
    stepFrom: (place, code) => (place === NO_DATE ? keys.stop : dayAtKey(place, code)),
    show: showDay,
    turn,
    onMove,
    focusLater: (id, place) => keys.focusLater(id, place ?? undefined),
  });
  const draggedId = drag.drag?.task.id ?? null;
  const keys = useDayKeys({
    days: names,
    today,
    isDragging: draggedId !== null,
    taskOf,
    show,
    onMove: (task, day) => {
      drag.announce(texts.drag.moved(task.title, dayName(day)));
      onMove(task, day);
    },
    onNewTask,
  });
  useLetterKey(KEYS.today, () => keys.goTo(today));
  const over = drag.drag && drag.drag.place !== drag.drag.origin ? drag.drag.place : null;

  return (
    <TaskDragContext
      drag={drag}
      lifted={
        drag.drag && (
          <LiftedChip task={drag.drag.task} now={now} isTall={period.kind === 'week' || drag.drag.origin === NO_DATE} />
        )
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus is on the days and tasks inside */}
      <div className="flex min-w-0 flex-1" onKeyDown={keys.onKeyDown} onFocus={({ target }) => keys.onFocus(target)}>
        <div className="relative flex min-w-0 flex-1">
          <DayGrid {...grid} stop={keys.stop} over={over} draggedId={draggedId} />
          {empty && <div className="pointer-events-none absolute inset-0 grid place-items-center">{empty}</div>}
        </div>
        {showsUndated && <UndatedPanel undated={undated} now={now} draggedId={draggedId} isOver={over === NO_DATE} />}
      </div>
      <p id={DAY_HELP_ID} hidden>
        {texts.help.day}
      </p>
      <p id={TASK_HELP_ID} hidden>
        {texts.help.task}
      </p>
    </TaskDragContext>
  );
};
