import { useCurrentUser } from '../../account/session/SessionContext';
import { addDays } from '../../../lib/dates/day';
import type { CalendarQuery } from '../calendar/Calendar.generated';
import { dueWithin } from '../calendar/useCalendarTasks';
import { usePagesTo } from '../calendar/usePagesTo';
import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { belongs } from '../model/taskCache';
import { bySpan, spanOf, type Span } from './span';

export type TimelineTask = CalendarQuery['tasks']['nodes'][number];

export interface TimelineRow {
  task: TimelineTask;
  span: Span;
}

/** The maximum number of tasks to read, with and without a due date. */
const MOST = 2_000;
const MOST_UNDATED = 300;
/** Tasks that are due later than this after the visible days are not read, although they may begin within them. */
const BEYOND_DAYS = 366;

/**
 * Returns the matching tasks with a day from `first` on, the earliest first. Loaded tasks are filtered immediately, by
 * the text as it is typed; the server's answer then completes them.
 */
export const useTimelineTasks = (filters: TaskFilters, typed: string, first: string, last: string) => {
  const { id: me } = useCurrentUser();
  const within = (search: string) =>
    dueWithin(toListArgs({ ...filters, search }, me).filter, first, addDays(last, BEYOND_DAYS));
  const dated = usePagesTo(MOST, within(filters.search));
  const undated = usePagesTo(MOST_UNDATED, { ...toListArgs(filters, me).filter, due: 'NONE' });
  const isTyping = typed.trim() !== filters.search;
  const shown = { filter: within(typed) };
  const started = (undated.nodes ?? []).filter(({ startDate }) => startDate !== null && startDate >= first);
  const rows = [...(dated.nodes ?? []).filter((task) => !isTyping || belongs(task, shown)), ...started].flatMap(
    (task): TimelineRow[] => {
      const span = spanOf(task);
      return span && span.first <= last ? [{ task, span }] : [];
    },
  );
  return {
    rows: dated.nodes === null ? null : bySpan(rows),
    isComplete: dated.page !== undefined && undated.page !== undefined,
    // A task without a due date is shown only if it has a start. If some that were read have one, others may have one, too.
    isCut: dated.isCut || (undated.isCut && started.length > 0),
    isFailed: dated.isFailed || undated.isFailed,
    error: dated.error ?? undated.error,
    loading: dated.loading || undated.loading,
    most: dated.isCut ? MOST : rows.length,
    retry: (): void => {
      dated.retry();
      undated.retry();
    },
  };
};
