// The calendar: tasks on the days they are due, to be dragged or moved by keys.
import { useState } from 'react';
import { Inbox } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { errorText } from '../sync/client/errors';
import { formatDays, formatMonth } from '../lib/dates/format';
import { useNarrow } from '../lib/screen';
import { useAddressParams } from '../lib/useAddressParams';
import { useNow } from '../lib/useNow';
import { weekStart } from '../lib/locale';
import { isFiltered } from '../features/tasks/filters/taskFilters';
import { TaskColumns } from '../features/projects/columns/TaskColumns';
import { TaskToolbar } from '../features/tasks/list/TaskToolbar';
import { useFilterPeople } from '../features/tasks/filters/useFilterPeople';
import { useTaskFilters } from '../features/tasks/filters/useTaskFilters';
import { useNewTask } from '../features/tasks/create/NewTask';
import { TASK_PARAM } from '../features/tasks/model/taskUrl';
import { calendarTexts as texts } from '../texts/calendar';
import { number } from '../texts/format';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { ErrorState } from '../ui/ErrorState';
import { lazyDialog } from '../ui/lazyComponent';
import { Segmented } from '../ui/Segmented';
import { Agenda } from '../features/tasks/calendar/Agenda';
import { CalendarBar, IncompleteNote } from '../features/tasks/calendar/CalendarBar';
import { CalendarDays } from '../features/tasks/calendar/CalendarDays';
import type { DueDay } from '../features/tasks/calendar/DayCell';
import {
  dayOf,
  dueDayOf,
  daysOf,
  isWithin,
  periodOf,
  readPeriod,
  stepPeriod,
  writePeriod,
  type Period,
} from '../features/tasks/calendar/days';
import { NothingDue } from '../features/tasks/calendar/NothingDue';
import { useCalendarTasks, useUndatedTasks, type CalendarTask } from '../features/tasks/calendar/useCalendarTasks';
import { useMoveToDay } from '../features/tasks/calendar/useMoveToDay';
import { useUndatedPanel } from '../features/tasks/calendar/useUndatedPanel';
import { TasksShell } from './TasksShell';

const DayPopover = lazyDialog(() => import('../features/tasks/calendar/DayPopover'), 'DayPopover');

const KINDS = [
  { value: 'month', label: texts.kinds.month },
  { value: 'week', label: texts.kinds.week },
] as const;

/** 'November 2026', 'Nov 22 – 28, 2026' or 'Nov 29 – Dec 5, 2026'. */
const labelOf = ({ kind, name }: Period, days: readonly string[]): string => {
  if (kind === 'month') return formatMonth(`${name}-01`);
  return formatDays(days[0] ?? '', days.at(-1) ?? '');
};

/** Sorts each day's tasks by time. Completed ones come last if only few fit. */
const byDay = (tasks: readonly CalendarTask[], { kind }: Period): ReadonlyMap<string, CalendarTask[]> => {
  const all = new Map<string, CalendarTask[]>();
  const isLast = ({ status }: CalendarTask): boolean => kind === 'month' && status === 'DONE';
  for (const task of [...tasks.filter((each) => !isLast(each)), ...tasks.filter(isLast)]) {
    const day = dueDayOf(task);
    if (day === null) continue;
    const others = all.get(day);
    if (others) others.push(task);
    else all.set(day, [task]);
  }
  return all;
};

/** Returns the month or week in the address, with its filters. */
const usePeriod = (today: string) => {
  const [params, setParams] = useAddressParams();
  const start = weekStart();
  const period = readPeriod(params, today, start);
  const days = daysOf(period, start);
  const go = (next: Period): void => {
    if (next.kind !== period.kind || next.name !== period.name) setParams((now) => writePeriod(now, next));
  };
  return {
    period,
    days,
    turn: (by: 1 | -1) => setParams((now) => writePeriod(now, stepPeriod(readPeriod(now, today, start), by, start))),
    show: (day: string) => go(periodOf(period.kind, day, start)),
    showAs: (kind: Period['kind']) => {
      // Today if it is visible, or else the first visible day.
      const day =
        days.includes(today) && isWithin(period, today)
          ? today
          : (days.find((each) => isWithin(period, each)) ?? today);
      go(periodOf(kind, day, start));
    },
  };
};

/** The viewer's tasks by the days they are due. */
export const CalendarPage = () => {
  const { search } = useLocation();
  const now = useNow();
  const today = dayOf(now);
  const { period, days, turn, show, showAs } = usePeriod(today);
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const page = useCalendarTasks(filters, typed, days);
  const undated = useUndatedTasks(filters);
  const moveToDay = useMoveToDay();
  const newTask = useNewTask();
  const isNarrow = useNarrow();
  const [isTrayOpen, toggleTray] = useUndatedPanel();
  const [opened, setOpened] = useState<{ day: string; anchor: Element | null } | null>(null);

  const tasks = page.tasks ?? [];
  const people = useFilterPeople(
    filters.projectIds,
    [...tasks, ...(undated.tasks ?? [])].flatMap((task) => task.assignee ?? []),
  );
  const grouped = byDay(tasks, period);
  const dueDays: DueDay[] = days.map((day) => {
    const due = grouped.get(day) ?? [];
    const count = page.countOf(day);
    return { day, tasks: due, count: count === undefined ? due.length : count && Math.max(count, due.length) };
  });
  const label = labelOf(period, days);
  const isLoading = page.isIncomplete;
  const isEmpty = !isLoading && dueDays.every(({ count }) => count === 0);
  // Closing a task that was opened from a day's list returns to that list.
  const isTaskOpen = new URLSearchParams(search).has(TASK_PARAM);
  const openedDay = dueDays.find(({ day }) => day === opened?.day);
  const open = (day: string): void =>
    setOpened({ day, anchor: document.querySelector(`[data-day="${day}"], [data-agenda="${day}"]`) });
  const shared = {
    period,
    days: dueDays,
    label,
    today,
    now,
    isLoading,
    empty: isEmpty && (
      <NothingDue kind={period.kind} onClear={isFiltered({ ...filters, search: typed.trim() }) ? clear : undefined} />
    ),
    undated,
    onOpen: open,
    onNewTask: (day: string) => newTask.open(undefined, { day }),
  };

  return (
    <TasksShell texts={texts} newTask={newTask} projectIds={filters.projectIds} className="min-h-full">
      <TaskToolbar
        filters={filters}
        typed={typed}
        people={people}
        layout="calendar"
        view={<Segmented aria-label={texts.shown} choices={KINDS} value={period.kind} onValueChange={showAs} />}
        onType={setTyped}
        onChange={change}
      />
      <CalendarBar
        label={label}
        previous={texts.previous[period.kind]}
        next={texts.next[period.kind]}
        onTurn={turn}
        onToday={() => show(today)}
      >
        {!isNarrow && (
          <Button
            size="md"
            className="btn-filter ms-auto"
            icon={<Inbox />}
            aria-pressed={isTrayOpen}
            data-on={isTrayOpen ? '' : undefined}
            onClick={toggleTray}
          >
            {texts.noDate.title}
            {undated.count > 0 && <span className="text-ink-3 tabular-nums">{number(undated.count)}</span>}
          </Button>
        )}
      </CalendarBar>
      {page.isFailed && <IncompleteNote onRetry={page.retry} />}
      <TaskColumns tasks={[...tasks, ...(undated.tasks ?? [])]}>
        {page.error && page.isIncomplete && !page.loading ? (
          <ErrorState className="flex-1" message={errorText(page.error, taskTexts.fetchFailed)} onRetry={page.retry} />
        ) : isNarrow ? (
          <Agenda {...shared} show={show} />
        ) : (
          <CalendarDays
            {...shared}
            showsUndated={isTrayOpen}
            show={show}
            turn={turn}
            onMove={(task, day) => void moveToDay(task, day)}
          />
        )}
        {openedDay && !isTaskOpen && (
          <DayPopover
            due={openedDay}
            filter={page.filter}
            now={now}
            anchor={opened?.anchor ?? null}
            onClose={() => setOpened(null)}
            onNewTask={shared.onNewTask}
          />
        )}
      </TaskColumns>
    </TasksShell>
  );
};
