// The timeline: tasks as bars on their days, to be dragged or moved by keys.
import { useRef } from 'react';
import { errorText } from '../sync/client/errors';
import { addDays, isDay } from '../lib/dates/day';
import { formatDays } from '../lib/dates/format';
import { KEYS } from '../lib/keyboard/keys';
import { useLetterKey } from '../lib/keyboard/useLetterKey';
import { useNarrow } from '../lib/screen';
import { useAddressParams } from '../lib/useAddressParams';
import { useNow } from '../lib/useNow';
import { TaskColumns } from '../features/projects/columns/TaskColumns';
import { CalendarBar, IncompleteNote } from '../features/tasks/calendar/CalendarBar';
import { dayOf } from '../features/tasks/calendar/days';
import { useNewTask } from '../features/tasks/create/NewTask';
import { isFiltered } from '../features/tasks/filters/taskFilters';
import { useFilterPeople } from '../features/tasks/filters/useFilterPeople';
import { useTaskFilters } from '../features/tasks/filters/useTaskFilters';
import { TaskToolbar } from '../features/tasks/list/TaskToolbar';
import { SCALE, SCALES, type Scale, windowAround } from '../features/tasks/timeline/span';
import { lastDayOf, TimelineGrid, type TimelineHandle } from '../features/tasks/timeline/TimelineGrid';
import { useMoveBar } from '../features/tasks/timeline/useMoveBar';
import { useTimelineTasks } from '../features/tasks/timeline/useTimelineTasks';
import { taskTexts } from '../texts/task';
import { tasksTexts } from '../texts/tasks';
import { timelineTexts as texts } from '../texts/timeline';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Segmented } from '../ui/Segmented';
import { Spinner } from '../ui/Spinner';
import { TasksShell } from './TasksShell';

const CHOICES = SCALES.map((value) => ({ value, label: texts.scales[value] }));
const SCALE_PARAM = 'scale';
/** Not `from`, which is a filter. */
const START_PARAM = 'start';
/** A step moves by half of the visible days. */
const STEP_PARTS = 2;

const isScale = (text: string | null): text is Scale => SCALES.some((scale) => scale === text);

const readWindow = (params: URLSearchParams, today: string): { scale: Scale; first: string } => {
  const asked = params.get(SCALE_PARAM);
  const scale = isScale(asked) ? asked : 'week';
  const start = params.get(START_PARAM) ?? '';
  return { scale, first: isDay(start) ? start : windowAround(today, scale) };
};

/** Returns the scale and the first day in the address. */
const useWindow = (today: string) => {
  const [params, setParams] = useAddressParams();
  const { scale, first } = readWindow(params, today);
  const set = (name: string, value: (now: URLSearchParams) => string): void =>
    setParams((now) => {
      now.set(name, value(now));
      return now;
    });
  return {
    scale,
    first,
    last: lastDayOf(scale, first),
    turn: (by: 1 | -1) =>
      set(START_PARAM, (now) => {
        const window = readWindow(now, today);
        return addDays(window.first, by * Math.round(SCALE[window.scale].days / STEP_PARTS));
      }),
    showToday: () =>
      setParams((now) => {
        now.delete(START_PARAM);
        return now;
      }),
    // The first day stays the same, unless the timeline follows today.
    showAs: (next: Scale) => set(SCALE_PARAM, () => next),
  };
};

/** The viewer's tasks with dates, over time. */
export const TimelinePage = () => {
  const now = useNow();
  const today = dayOf(now);
  const { scale, first, last, turn, showToday, showAs } = useWindow(today);
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const { rows, isComplete, isCut, isFailed, error, loading, most, retry } = useTimelineTasks(
    filters,
    typed,
    first,
    last,
  );
  const move = useMoveBar();
  const newTask = useNewTask();
  const isNarrow = useNarrow();
  const grid = useRef<TimelineHandle>(null);
  const people = useFilterPeople(
    filters.projectIds,
    (rows ?? []).flatMap(({ task }) => task.assignee ?? []),
  );
  const goToday = (): void => {
    showToday();
    grid.current?.showDay(today);
  };
  useLetterKey(KEYS.today, goToday);
  const isFound = isFiltered({ ...filters, search: typed.trim() });

  return (
    <TasksShell texts={texts} newTask={newTask} projectIds={filters.projectIds} className="min-h-0">
      <TaskToolbar
        filters={filters}
        typed={typed}
        people={people}
        layout="timeline"
        view={<Segmented aria-label={texts.scale} choices={CHOICES} value={scale} onValueChange={showAs} />}
        onType={setTyped}
        onChange={change}
      />
      <CalendarBar
        label={formatDays(first, last)}
        previous={texts.earlier}
        next={texts.later}
        onTurn={turn}
        onToday={goToday}
      >
        {isCut && <p className="min-w-0 text-ink-3 max-md:w-full md:ms-auto md:truncate">{texts.cut(most)}</p>}
      </CalendarBar>
      {isFailed && <IncompleteNote onRetry={retry} />}
      <TaskColumns tasks={(rows ?? []).map(({ task }) => task)}>
        {rows === null ? (
          error && !loading ? (
            <ErrorState className="flex-1" message={errorText(error, taskTexts.fetchFailed)} onRetry={retry} />
          ) : (
            <Spinner />
          )
        ) : rows.length === 0 && isComplete ? (
          <EmptyState
            className="flex-1"
            title={isFound ? texts.empty.found : texts.empty.title}
            text={isFound ? tasksTexts.noneFound.text : texts.empty.text}
            action={isFound && <Button onClick={clear}>{tasksTexts.noneFound.clear}</Button>}
          />
        ) : (
          <TimelineGrid
            ref={grid}
            rows={rows}
            scale={scale}
            first={first}
            today={today}
            now={now}
            isNarrow={isNarrow}
            onMove={move}
          />
        )}
      </TaskColumns>
    </TasksShell>
  );
};
