import type { ApolloClient } from '@apollo/client';
import { createListeners } from '../../../lib/store';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import { activeQueries } from '../../../sync/feed/refetch';
import { TaskCountDocument, type TaskCountQueryVariables } from './TaskCount.generated';

const otherCounts = createListeners();

/** Adds a listener that counts tasks outside of lists; it is called when a task was changed. */
export const onCountsChanged = otherCounts.subscribe;

/** Refetches the counts of visible lists. */
export const refetchListCounts = (client: ApolloClient): void => {
  otherCounts.notify();
  for (const { variables } of activeQueries(client, ['Tasks'])) {
    const { whole } = variables as TaskCountQueryVariables;
    client
      .query({
        query: TaskCountDocument,
        variables: whole ? { whole } : {},
        fetchPolicy: 'network-only',
        context: NO_DEDUPLICATION,
      })
      .catch(() => undefined);
  }
};
