import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { isLate } from '../../../lib/dates/due';
import { dayOfWeek, formatShortDay } from '../../../lib/dates/format';
import { KEYS } from '../../../lib/keyboard/keys';
import { useLetterKey } from '../../../lib/keyboard/useLetterKey';
import { MorePages } from '../../projects/ShowMore';
import { calendarTexts as texts } from '../../../texts/calendar';
import { number } from '../../../texts/format';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { Skeleton } from '../../../ui/Skeleton';
import type { DueDay } from './DayCell';
import { dateOf, dayName, weekdayName } from './dayName';
import { splitIntoWeeks, isWithin, type Period } from './days';
import { TaskRow } from './TaskRow';
import type { useUndatedTasks } from './useCalendarTasks';

/** How many tasks of a day are listed until more are requested. */
const MAX_SHOWN = 8;
/** The maximum number of dots, because people would not count more. */
const DOTS = 3;

/** The props of both views of the calendar. */
export interface AgendaProps {
  period: Period;
  days: readonly DueDay[];
  label: string;
  today: string;
  now: Date;
  isLoading: boolean;
  /** Shown if nothing is due. */
  empty: ReactNode;
  undated: ReturnType<typeof useUndatedTasks>;
  /** Shows the days around a given day. */
  show: (day: string) => void;
  onOpen: (day: string) => void;
  onNewTask: (day: string) => void;
}

interface StripDayProps {
  due: DueDay;
  now: Date;
  isToday: boolean;
  isOut: boolean;
  isOn: boolean;
  onPress: () => void;
}

/** A day's number with up to three dots below it, one for each task, red for overdue ones. */
const StripDay = ({ due, now, isToday, isOut, isOn, onPress }: StripDayProps) => {
  const { day, tasks, count } = due;
  return (
    <button
      type="button"
      aria-label={count === null ? dayName(day) : texts.day(dayName(day), count)}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isOn}
      className={cx(
        'grid h-11 content-center justify-items-center gap-1 rounded-md text-sm tabular-nums aria-pressed:bg-fill-2',
        isToday && 'font-semibold text-accent-ink',
        isOut && 'text-ink-3',
      )}
      onClick={onPress}
    >
      {dateOf(day)}
      <span aria-hidden="true" className="flex h-1 gap-0.5">
        {tasks.slice(0, DOTS).map((task) => (
          <span
            key={task.id}
            className={cx(
              'size-1 rounded-full',
              task.status === 'DONE' ? 'bg-line-3' : isLate(task, now) ? 'bg-danger' : 'bg-accent',
            )}
          />
        ))}
      </span>
    </button>
  );
};

interface AgendaDayProps extends Pick<AgendaProps, 'now' | 'today' | 'onOpen' | 'onNewTask'> {
  due: DueDay;
}

const AgendaDay = ({ due, today, now, onOpen, onNewTask }: AgendaDayProps) => {
  const { day, tasks, count } = due;
  const shown = tasks.slice(0, MAX_SHOWN);
  const more = count === null ? texts.moreUnknown : texts.more(count - shown.length);
  return (
    <section data-agenda={day} aria-label={dayName(day)} className="scroll-mt-2">
      <div className="flex items-center gap-2 border-b border-line py-1 ps-2">
        <h3 className={cx('flex-1 text-sm font-medium', day === today && 'text-accent-ink')}>
          {day === today ? texts.today : dayOfWeek(day)}
          <span className="ms-2 font-normal text-ink-3">{formatShortDay(day)}</span>
        </h3>
        <IconButton
          label={texts.newTaskOn(dayName(day))}
          size="md"
          className="max-md:size-11"
          onClick={() => onNewTask(day)}
        >
          <Plus />
        </IconButton>
      </div>
      <ul>
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} now={now} />
        ))}
      </ul>
      {tasks.length === 0 && <p className="px-2 py-3 text-ink-3">{texts.noTasksOn}</p>}
      {(count === null || count > shown.length) && (
        <Button
          variant="ghost"
          className="ms-0.5"
          aria-label={texts.moreOn(more, dayName(day))}
          onClick={() => onOpen(day)}
        >
          {more}
        </Button>
      )}
    </section>
  );
};

/** The calendar on a phone: a small month, then the tasks by day, then the tasks without a date. */
export const Agenda = (props: AgendaProps) => {
  const { period, days, label, today, now, isLoading, empty, undated, show, ...actions } = props;
  const [chosen, setChosen] = useState('');
  const isShown = (day: string): boolean =>
    days.some((due) => due.day === day) && (isWithin(period, day) || day === chosen);
  // Starts at the requested day, otherwise at today, otherwise at the first day.
  const from = isShown(chosen) ? chosen : isShown(today) ? today : '';
  const strip = useRef<HTMLDivElement>(null);
  // Set if the month of today has to load first.
  const isTodayWanted = useRef(false);
  useEffect(() => {
    const stop = isTodayWanted.current && strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!stop) return;
    isTodayWanted.current = false;
    stop.focus();
  });
  useLetterKey(KEYS.today, () => {
    isTodayWanted.current = true;
    // The component renders again in any case.
    setChosen(chosen === today ? '' : today);
    show(today);
  });
  useLetterKey(KEYS.newHere, () => actions.onNewTask(from || today));
  const listed = days.filter(
    ({ day, count }) => isShown(day) && day >= from && (count !== 0 || day === today || day === chosen),
  );

  return (
    <div className="flex flex-1 flex-col">
      <div ref={strip} role="group" aria-label={label} className="border-b border-line px-2 pb-2">
        <div aria-hidden="true" className="grid grid-cols-7 text-center text-xs text-ink-3">
          {days.slice(0, 7).map(({ day }) => (
            <span key={day}>{weekdayName(day)}</span>
          ))}
        </div>
        {splitIntoWeeks(days).map((week) => (
          <div key={week[0]?.day} className="grid grid-cols-7">
            {week.map((due) => (
              <StripDay
                key={due.day}
                due={due}
                isToday={due.day === today}
                isOut={!isWithin(period, due.day)}
                isOn={due.day === from}
                now={now}
                onPress={() => setChosen(due.day)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-2 py-3">
        {isLoading && days.every(({ tasks }) => tasks.length === 0) ? (
          [70, 55, 62].map((width) => (
            <span key={width} className="px-2 py-4" style={{ width: `${width}%` }}>
              <Skeleton />
            </span>
          ))
        ) : (
          <>
            {empty}
            {listed.map((due) => (
              <AgendaDay key={due.day} due={due} today={today} now={now} {...actions} />
            ))}
          </>
        )}
        {undated.count > 0 && (
          <section aria-label={texts.noDate.title}>
            <h3 className="border-b border-line py-2.5 ps-2 text-sm font-medium">
              {texts.noDate.title}
              <span className="ms-2 font-normal text-ink-3 tabular-nums">{number(undated.count)}</span>
            </h3>
            <ul>
              {undated.tasks?.map((task) => (
                <TaskRow key={task.id} task={task} now={now} />
              ))}
            </ul>
            <MorePages of={undated.pageInfo} fetchMore={undated.fetchMore} />
          </section>
        )}
      </div>
    </div>
  );
};
