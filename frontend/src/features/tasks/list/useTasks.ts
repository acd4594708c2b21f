import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useNow } from '../../../lib/useNow';
import { useCurrentUser } from '../../account/session/SessionContext';
import { isFiltered, NO_FILTERS, toListArgs, type TaskFilters } from '../filters/taskFilters';
import { applyNewlyOverdue, applyTask, matchesList, comparatorOf } from '../model/taskCache';
import { TasksDocument, type TasksQuery, type TasksQueryVariables } from './Tasks.generated';
import { tasksQuery } from './tasksQuery';

export type TaskListNode = TasksQuery['tasks']['nodes'][number];

/**
 * Returns the number of all tasks. `total` excludes tasks of templates and archived projects. A list whose filter names
 * such projects shows them, so the result is at least the number of shown tasks.
 */
export const countAllTasks = (total: number | undefined, shown: number): number | undefined =>
  total === undefined ? undefined : Math.max(total, shown);

/**
 * Tasks become overdue without an event. While a list by due dates is shown, newly overdue tasks are added or removed
 * once a minute: first in the cache, then from the server. Skipped while the list is `loading`, because its answer may
 * be older than the change in the cache. When a day ends, everything is refetched.
 */
const useNewlyOverdue = (
  variables: TasksQueryVariables,
  loading: boolean,
  skip: boolean,
  readAgain: () => Promise<void>,
): void => {
  const client = useApolloClient();
  const now = useNow().getTime();
  const [since] = useState(now);
  const isByDue = variables.filter.dues != null && !skip;
  const today = new Date(now).toDateString();
  const day = useRef(today);

  const look = useEffectEvent(async () => {
    applyNewlyOverdue(client.cache, since, now);
    if (day.current !== today) {
      day.current = today;
      await readAgain();
      return;
    }
    const { dues, dueFrom } = variables.filter;
    if (!dues?.includes('OVERDUE')) return;
    const from = Math.max(since, dueFrom == null ? 0 : Date.parse(dueFrom));
    const filter = { ...variables.filter, dueFrom: new Date(from).toISOString() };
    const { data } = await client.query({
      query: TasksDocument,
      variables: { ...variables, filter },
      fetchPolicy: 'network-only',
      context: NO_DEDUPLICATION,
    });
    for (const task of data?.tasks.nodes ?? []) applyTask(client.cache, task, 'loaded');
  });
  useEffect(() => {
    // A failure is retried a minute later.
    if (isByDue && !loading && now > since) look().catch(() => undefined);
  }, [isByDue, loading, now, since]);
};

/**
 * Returns the matching tasks, page by page. Loaded tasks are filtered immediately, by the text as it is typed; the
 * server's answer then completes them. `projectId` is set for a project's list. Grouped lists do not use this.
 */
export const useTasks = (filters: TaskFilters, typed: string, projectId?: string, skip = false) => {
  const { cache } = useApolloClient();
  const { id: me } = useCurrentUser();
  const { query, variables } = tasksQuery(filters, me, projectId);
  const { data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(query, {
    variables,
    skip,
    isFed: true,
  });
  useNewlyOverdue(variables, loading, skip, readAgain);
  const loadingMore = useRef<{ after: string; page: Promise<void> } | null>(null);
  const shown = toListArgs({ ...filters, search: typed }, me);
  const isSettled = data !== undefined && typed.trim() === filters.search;
  const answer = data ?? previousData;

  const tasks = ((): readonly TaskListNode[] | null => {
    if (skip) return null;
    // Once the server has answered the current query, its answer is used.
    if (isSettled) return data.tasks.nodes;
    const everything = cache.readQuery<TasksQuery>({
      query: cache.transformDocument(TasksDocument),
      variables: toListArgs({ ...NO_FILTERS, orderBy: filters.orderBy }, me),
      // The same variables as the page's own query, so that the cache can answer.
      optimistic: true,
    });
    if (!answer && !everything) return null;
    // Until the server answers, shows the matching tasks of the previous list and of the unfiltered list.
    const loaded = [...(answer?.tasks.nodes ?? []), ...(everything?.tasks.nodes ?? [])];
    return [...new Map(loaded.map((task) => [task.id, task])).values()]
      .filter((task) => matchesList(task, shown))
      .toSorted(comparatorOf(shown));
  })();

  const after = data?.tasks.pageInfo.hasNextPage ? data.tasks.pageInfo.endCursor : null;
  const total = answer?.all.totalCount;
  // The unfiltered list has the count of all tasks.
  const isWhole = !isFiltered({ ...filters, ...(projectId !== undefined && { projectIds: [] }) });
  const settledCount = (isWhole ? total : data?.tasks.totalCount) ?? 0;
  const count = isSettled ? Math.max(settledCount, data.tasks.nodes.length) : (tasks?.length ?? 0);
  return {
    tasks,
    /** The current filters, including the search text while it is typed. */
    filter: shown.filter,
    /** The number of all tasks, regardless of filters; undefined before the answer. */
    total: countAllTasks(total, count),
    /** The number of matching tasks, loaded or not. */
    count,
    error,
    /** The answer to the current query has not arrived. */
    isIncomplete: !isSettled,
    loading,
    hasMore: isSettled && after !== null,
    /** Reads the next page, once. */
    loadMore: (): Promise<void> => {
      if (after === null || after === undefined) return Promise.resolve();
      if (loadingMore.current?.after === after) return loadingMore.current.page;
      const page = fetchMore({ variables: { after } })
        .then(() => undefined)
        .finally(() => {
          loadingMore.current = null;
        });
      loadingMore.current = { after, page };
      return page;
    },
    retry: readAgain,
  };
};
