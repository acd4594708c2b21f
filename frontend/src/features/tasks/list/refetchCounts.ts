import type { ApolloClient } from '@apollo/client';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import { activeQueries } from '../../../sync/feed/refetch';
import { TaskCountDocument, type TaskCountQueryVariables } from './TaskCount.generated';

/** Refetches the counts of visible lists. */
export const refetchListCounts = (client: ApolloClient): void => {
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
