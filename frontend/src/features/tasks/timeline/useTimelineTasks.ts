import { TaskDue } from '@contract/enums';
import { useCurrentUser } from '../../account/session/SessionContext';
import { addDays } from '../../../lib/dates/day';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import type { CalendarQuery } from '../calendar/Calendar.generated';
import { dueWithin } from '../calendar/useCalendarTasks';
import { usePagesUpTo } from '../calendar/usePagesUpTo';
import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { matchesList } from '../model/taskCache';
import { sortBySpan, spanOf, type Span } from './span';

export type TimelineTask = CalendarQuery['tasks']['nodes'][number];

export interface TimelineRow {
  task: TimelineTask;
  span: Span;
}

/** The maximum number of tasks to read with a due date, and of those with only a start. */
const MAX_TASKS = 2_000;
/** Tasks that are due later than this after the visible days are not read, although they may begin within them. */
const BEYOND_DAYS = 366;

/**
 * Returns the matching tasks with a day from `first` on, the earliest first. Loaded tasks are filtered immediately, by
 * the text as it is typed; the server's answer then completes them.
 */
export const useTimelineTasks = (filters: TaskFilters, typed: string, first: string, last: string) => {
  const { id: me } = useCurrentUser();
  const filtersFor = (search: string) => {
    const { filter } = toListArgs({ ...filters, search }, me);
    return {
      due: dueWithin(filter, first, addDays(last, BEYOND_DAYS)),
      started: { ...filter, due: TaskDue.NONE, startDateFrom: first, startDateTo: last },
    };
  };
  const read = filtersFor(filters.search);
  const due = usePagesUpTo(MAX_TASKS, read.due);
  const started = usePagesUpTo(MAX_TASKS, read.started);
  const isTyping = typed.trim() !== filters.search;
  const shown = isTyping ? filtersFor(typed) : read;
  const matching = ({ page, nodes }: typeof due, filter: TaskFilter): readonly TimelineTask[] =>
    page && !isTyping ? page.nodes : (nodes ?? []).filter((task) => matchesList(task, { filter }));
  const rows = [...matching(due, shown.due), ...matching(started, shown.started)].flatMap((task): TimelineRow[] => {
    const span = spanOf(task);
    return span && span.first <= last ? [{ task, span }] : [];
  });
  return {
    rows: due.nodes === null ? null : sortBySpan(rows),
    isComplete: due.page !== undefined && started.page !== undefined,
    isCut: due.isCut || started.isCut,
    isFailed: due.isFailed || started.isFailed,
    error: due.error ?? started.error,
    loading: due.loading || started.loading,
    most: MAX_TASKS,
    retry: (): void => {
      due.retry();
      started.retry();
    },
  };
};
