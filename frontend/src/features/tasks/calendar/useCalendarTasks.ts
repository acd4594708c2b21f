import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useCurrentUser } from '../../account/session/SessionContext';
import { onCountsChanged } from '../list/refetchCounts';
import { TaskCountDocument } from '../list/TaskCount.generated';
import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { matchesList } from '../model/taskCache';
import { CalendarDocument, type CalendarQuery } from './Calendar.generated';
import { dayOf } from './days';
import { usePagesUpTo } from './usePagesUpTo';

export type CalendarTask = CalendarQuery['tasks']['nodes'][number];

/** How many tasks are read page by page; beyond them, only the number per day is read. */
const MAX_TASKS = 1_000;
/** Changes arrive in bursts. */
const COUNT_DELAY_MS = 500;

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Returns the filter for tasks due within a range of days; the page's filters may contain a range, too. */
export const dueWithin = (filter: TaskFilter, first: string, last: string) => {
  const { dueDayFrom, dueDayTo } = filter;
  const timeZone = userTimeZone();
  return {
    ...filter,
    dueDayFrom: dueDayFrom != null && dueDayFrom > first ? dueDayFrom : first,
    dueDayTo: dueDayTo != null && dueDayTo < last ? dueDayTo : last,
    ...(timeZone && { timeZone }),
  };
};

/** Returns the number of tasks on each of these days, in order; only for days whose tasks are not completely loaded. */
export const useDayCounts = (
  days: readonly string[],
  filter: TaskFilter,
  total: number,
): ReadonlyMap<string, number> => {
  const client = useApolloClient();
  const what = JSON.stringify([days, filter]);
  const [counted, setCounted] = useState({ what, counts: NO_COUNTS });
  const count = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    // Recounted days keep their number until the new one arrives.
    const counts = new Map(counted.what === what ? counted.counts : NO_COUNTS);
    for (const day of days) {
      const { data } = await client.query({
        query: TaskCountDocument,
        variables: { whole: dueWithin(filter, day, day) },
        fetchPolicy: 'network-only',
        context: NO_DEDUPLICATION,
      });
      if (isOver()) return;
      if (data) counts.set(day, data.all.totalCount);
      setCounted({ what, counts: new Map(counts) });
    }
  });
  const isCounting = days.length > 0;
  // A task that moves from one counted day to another changes no list and no total.
  const [changes, setChanges] = useState(0);
  useEffect(() => (isCounting ? onCountsChanged(() => setChanges((now) => now + 1)) : undefined), [isCounting]);
  // If there are more tasks than before, some day has a new number.
  const requestKey = isCounting ? `${what} ${total} ${changes}` : '';
  useEffect(() => {
    if (requestKey === '') return undefined;
    let isOver = false;
    // After a failure, the days show no number.
    const timer = setTimeout(() => void count(() => isOver).catch(() => undefined), COUNT_DELAY_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [requestKey]);
  return counted.what === what ? counted.counts : NO_COUNTS;
};

/** Returns a refetched list, followed by its previous content until the remaining pages arrive. */
const keepUnreadRest = (nodes: readonly CalendarTask[], before: readonly CalendarTask[]): readonly CalendarTask[] => {
  const last = nodes.at(-1)?.dueDate;
  const known = new Set(nodes.map(({ id }) => id));
  return [...nodes, ...before.filter(({ id, dueDate }) => !known.has(id) && (!last || (dueDate ?? '') >= last))];
};

/**
 * Returns the matching tasks on these days, completely up to a limit. Loaded tasks are filtered immediately, by the
 * text as it is typed; the server's answer then completes them.
 */
export const useCalendarTasks = (filters: TaskFilters, typed: string, days: readonly string[]) => {
  const { id: me } = useCurrentUser();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const within = (search: string) => dueWithin(toListArgs({ ...filters, search }, me).filter, first, last);
  const filter = within(filters.search);
  const { page, nodes, isCut, isPartial, ...state } = usePagesUpTo(MAX_TASKS, filter);

  // A refetched list begins with its first page; the previous pages stay until the new ones arrive.
  const what = JSON.stringify(filter);
  const [whole, setWhole] = useState<{ what: string; nodes: readonly CalendarTask[] }>({ what: '', nodes: [] });
  if (page && !isPartial && (whole.nodes !== page.nodes || whole.what !== what)) setWhole({ what, nodes: page.nodes });

  const tasks = ((): readonly CalendarTask[] | null => {
    if (page && typed.trim() === filters.search) {
      return isPartial && whole.what === what ? keepUnreadRest(page.nodes, whole.nodes) : page.nodes;
    }
    const shown = { filter: within(typed) };
    return nodes?.filter((task) => matchesList(task, shown)) ?? null;
  })();

  // Later tasks of the last day may not be loaded.
  const end = isCut ? dayOf(page?.nodes.at(-1)?.dueDate ?? '') : null;
  const cutDays = end === null ? [] : days.filter((day) => day >= end);
  const counts = useDayCounts(cutDays, filter, page?.totalCount ?? 0);
  return {
    ...state,
    tasks,
    filter,
    /** The answer to the current query has not arrived. */
    isIncomplete: !page,
    /** The number of tasks of a day that is not completely loaded; null if unknown, undefined for all other days. */
    countOf: (day: string): number | null | undefined =>
      end !== null && day >= end ? (counts.get(day) ?? null) : undefined,
  };
};

/** All tasks of one day, page by page. */
export const useDayTasks = (filter: TaskFilter, day: string, skip: boolean) => {
  const variables = { filter: dueWithin(filter, day, day), orderBy: 'DUE_ASC' } as const;
  const { data, fetchMore } = usePageQuery(CalendarDocument, { variables, skip });
  return { tasks: data?.tasks.nodes ?? null, pageInfo: data?.tasks.pageInfo, fetchMore };
};

const OPEN = ['TODO', 'IN_PROGRESS', 'IN_REVIEW'] as const;

/** Returns the matching tasks without a date, most urgent first; without completed ones, unless requested. */
export const useUndatedTasks = (filters: TaskFilters) => {
  const { id: me } = useCurrentUser();
  const { filter } = toListArgs(filters, me);
  const { data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(CalendarDocument, {
    variables: { filter: { ...filter, statuses: filter.statuses ?? [...OPEN], due: 'NONE' }, orderBy: 'PRIORITY_DESC' },
    isFed: true,
  });
  const { tasks } = data ?? previousData ?? {};
  return {
    tasks: tasks?.nodes ?? null,
    count: Math.max(tasks?.totalCount ?? 0, tasks?.nodes.length ?? 0),
    error,
    loading,
    pageInfo: data?.tasks.pageInfo,
    fetchMore,
    retry: readAgain,
  };
};
