import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { createListeners } from '../../../lib/store';
import { readIntoCache } from '../../../sync/client/retryFailedQueries';
import { activeQueries } from '../../../sync/feed/refetch';
import { MatchCountDocument, TaskCountDocument } from './TaskCount.generated';
import type { TasksQuery, TasksQueryVariables } from './Tasks.generated';

const otherCounts = createListeners();

/** Adds a listener that counts tasks outside of lists; it is called when a task was changed. */
export const onCountsChanged = otherCounts.subscribe;

/** Refetches the counts of visible lists. */
export const refetchListCounts = (client: ApolloClient): void => {
  otherCounts.notify();
  const refetch = (query: DocumentNode, variables: OperationVariables): void =>
    readIntoCache(client, { query, variables });
  for (const list of activeQueries(client, ['Tasks', 'Calendar'])) {
    const { whole, filter, orderBy } = list.variables as TasksQueryVariables;
    if (list.queryName === 'Tasks') refetch(TaskCountDocument, whole ? { whole } : {});
    // Changes behind the loaded rows of a list do not reach it.
    const data = list.getCurrentResult().data as Partial<TasksQuery> | undefined;
    if (data?.tasks?.pageInfo?.hasNextPage) refetch(MatchCountDocument, { filter, orderBy });
  }
};
