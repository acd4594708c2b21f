import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useNow } from '../../../lib/useNow';
import { useCurrentUser } from '../../account/session/SessionContext';
import { isFiltered, NO_FILTERS, toListArgs, type TaskFilters } from '../filters/taskFilters';
import { applyNewlyOverdue, applyTask, belongs, comparatorOf } from '../model/taskCache';
import { TasksDocument, type TasksQuery, type TasksQueryVariables } from './Tasks.generated';
import { tasksQuery } from './tasksQuery';

export type TaskListNode = TasksQuery['tasks']['nodes'][number];

/**
 * A task becomes late by itself, and no event tells of it. While a list by due dates is shown, those whose time has come
 * meanwhile are brought into it once a minute, or out of it: first what is known here, then what the server knows besides. While the
 * list is `loading` there is nothing to bring them into, and the answer may have been read before their time. With a new day all
 * is asked for anew.
 */
const useNewlyOverdue = (
  variables: TasksQueryVariables,
  loading: boolean,
  skip: boolean,
  retryFailedQueries: () => Promise<void>,
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
      await retryFailedQueries();
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
    // What fails is looked at again a minute later.
    if (isByDue && !loading && now > since) look().catch(() => undefined);
  }, [isByDue, loading, now, since]);
};

/**
 * The tasks that the filters let through, page by page. What is loaded is filtered at once, by the text as it is typed;
 * the server's answer then completes it. `projectId` is of a list that is part of a project; a list in groups is not read so.
 */
export const useTasks = (filters: TaskFilters, typed: string, projectId?: string, skip = false) => {
  const { cache } = useApolloClient();
  const { id: me } = useCurrentUser();
  const { query, variables } = tasksQuery(filters, me, projectId);
  const { data, previousData, error, loading, fetchMore, retryFailedQueries } = usePageQuery(query, {
    variables,
    skip,
    isFed: true,
  });
  useNewlyOverdue(variables, loading, skip, retryFailedQueries);
  const loadingMore = useRef<{ after: string; page: Promise<void> } | null>(null);
  const shown = toListArgs({ ...filters, search: typed }, me);
  const isSettled = data !== undefined && typed.trim() === filters.search;
  const answer = data ?? previousData;

  const tasks = ((): readonly TaskListNode[] | null => {
    if (skip) return null;
    // The answer to what is asked for is the server's word.
    if (isSettled) return data.tasks.nodes;
    const everything = cache.readQuery<TasksQuery>({
      query: cache.transformDocument(TasksDocument),
      variables: toListArgs({ ...NO_FILTERS, orderBy: filters.orderBy }, me),
      // Exactly as the page itself reads it: what is read already is not read once more.
      optimistic: true,
    });
    if (!answer && !everything) return null;
    // Until then what is loaded: what was shown before, and what an open list would show.
    const loaded = [...(answer?.tasks.nodes ?? []), ...(everything?.tasks.nodes ?? [])];
    return [...new Map(loaded.map((task) => [task.id, task])).values()]
      .filter((task) => belongs(task, shown))
      .toSorted(comparatorOf(shown));
  })();

  const after = data?.tasks.pageInfo.hasNextPage ? data.tasks.pageInfo.endCursor : null;
  const total = answer?.all.totalCount;
  // Of the whole there is one count, which is the same at every moment.
  const isWhole = !isFiltered({ ...filters, ...(projectId !== undefined && { projectIds: [] }) });
  const settledCount = (isWhole ? total : data?.tasks.totalCount) ?? 0;
  return {
    tasks,
    /** What is shown, the search as it is typed included. */
    filter: shown.filter,
    /** All tasks there are, whatever the filters say; not known before there is an answer. */
    total,
    /** How many the filters let through, loaded or not. */
    count: isSettled ? Math.max(settledCount, data.tasks.nodes.length) : (tasks?.length ?? 0),
    error,
    /** The answer to what is asked for now is not here yet. */
    isIncomplete: !isSettled,
    loading,
    hasMore: isSettled && after !== null,
    /** The next page, asked for once. */
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
    retry: retryFailedQueries,
  };
};
