import { useQuery } from '@apollo/client/react';
import { useCurrentUser } from '../session/SessionContext';
import { toListArgs, type TaskFilters } from './taskFilters';
import { belongs, comparatorOf } from './taskLists';
import { TasksDocument, type TasksQuery } from './Tasks.generated';

export type TaskListNode = TasksQuery['tasks']['nodes'][number];

/**
 * The tasks that the filters let through, page by page. What is loaded is filtered at once, by the text as it is typed;
 * the server's answer then completes it.
 */
export const useTasks = (filters: TaskFilters, typed: string) => {
  const { id: me } = useCurrentUser();
  const variables = toListArgs(filters, me);
  const { data, previousData, error, loading, fetchMore, refetch } = useQuery(TasksDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const answer = data ?? previousData;
  const shown = toListArgs({ ...filters, search: typed }, me);
  const fitting = answer?.tasks.nodes.filter((task) => belongs(task, shown));
  // An answer to other filters may have been ordered otherwise.
  const tasks = data ? fitting : fitting?.toSorted(comparatorOf(shown));
  const after = data?.tasks.pageInfo.hasNextPage ? data.tasks.pageInfo.endCursor : null;
  return {
    tasks: tasks ?? null,
    /** All tasks there are, whatever the filters say. */
    total: answer?.all.totalCount ?? 0,
    error,
    /** The answer to what is asked for now is not here yet. */
    isIncomplete: !data || typed.trim() !== filters.search,
    loading,
    hasMore: after !== null,
    loadMore: async (): Promise<void> => {
      await fetchMore({ variables: { after } });
    },
    retry: async (): Promise<void> => {
      await refetch();
    },
  };
};
