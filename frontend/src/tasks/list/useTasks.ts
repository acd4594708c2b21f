import { useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { usePageQuery } from '../../graphql/usePageQuery';
import { useCurrentUser } from '../../session/SessionContext';
import { isFiltered, NO_FILTERS, toListArgs, type TaskFilters } from './taskFilters';
import { belongs, comparatorOf } from '../taskLists';
import { TasksDocument, type TasksQuery } from './Tasks.generated';
import { tasksQuery } from './tasksQuery';
import { useFallenDue } from './useFallenDue';

export type TaskListNode = TasksQuery['tasks']['nodes'][number];

/**
 * The tasks that the filters let through, page by page. What is loaded is filtered at once, by the text as it is typed;
 * the server's answer then completes it. `projectId` is of a list that is part of a project.
 */
export const useTasks = (filters: TaskFilters, typed: string, projectId?: string) => {
  const { cache } = useApolloClient();
  const { id: me } = useCurrentUser();
  const { query, variables } = tasksQuery(filters, me, projectId);
  const { data, previousData, error, loading, fetchMore, refetch } = usePageQuery(query, { variables });
  useFallenDue(variables, loading);
  const loadingMore = useRef<{ after: string; page: Promise<void> } | null>(null);
  const shown = toListArgs({ ...filters, search: typed }, me);
  const isSettled = data !== undefined && typed.trim() === filters.search;
  const answer = data ?? previousData;

  const tasks = ((): readonly TaskListNode[] | null => {
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
  const isWhole = !isFiltered({ ...filters, ...(projectId !== undefined && { projectId: '' }) });
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
    retry: async (): Promise<void> => {
      await refetch();
    },
  };
};
