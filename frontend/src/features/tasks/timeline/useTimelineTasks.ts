import { useEffect, useState } from 'react';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useCurrentUser } from '../../account/session/SessionContext';
import { addDays } from '../../../lib/dates/day';
import { CalendarDocument, type CalendarQuery } from '../calendar/Calendar.generated';
import { dueWithin } from '../calendar/useCalendarTasks';
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

/** Returns the tasks of a list, read page by page up to a limit. */
const useWhole = (filter: TaskFilter, most: number) => {
  const { data, previousData, error, loading, fetchMore, retryFailedQueries } = usePageQuery(CalendarDocument, {
    variables: { filter, orderBy: 'DUE_ASC' },
    isFed: true,
  });
  const page = data?.tasks;
  const hasMore = page?.pageInfo.hasNextPage === true;
  const isCut = hasMore && page.nodes.length >= most;
  const after = hasMore && !isCut ? page.pageInfo.endCursor : null;
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (after === null || loading || failed === after) return;
    fetchMore({ variables: { after } }).catch(() => setFailed(after));
  }, [after, loading, failed, fetchMore]);
  return {
    nodes: (data ?? previousData)?.tasks.nodes ?? null,
    isComplete: page !== undefined,
    isCut,
    isFailed: after !== null && failed === after,
    error,
    loading,
    retry: (): void => {
      setFailed(null);
      if (!page || error) void retryFailedQueries();
    },
  };
};

/**
 * Returns the matching tasks with a day from `first` on, the earliest first. Loaded tasks are filtered immediately, by
 * the text as it is typed; the server's answer then completes them.
 */
export const useTimelineTasks = (filters: TaskFilters, typed: string, first: string, last: string) => {
  const { id: me } = useCurrentUser();
  const within = (search: string) =>
    dueWithin(toListArgs({ ...filters, search }, me).filter, first, addDays(last, BEYOND_DAYS));
  const dated = useWhole(within(filters.search), MOST);
  const undated = useWhole({ ...toListArgs(filters, me).filter, due: 'NONE' }, MOST_UNDATED);
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
    isComplete: dated.isComplete && undated.isComplete,
    isCut: dated.isCut || undated.isCut,
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
