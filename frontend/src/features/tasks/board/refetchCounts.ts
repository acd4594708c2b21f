import type { ApolloClient } from '@apollo/client';
import { NO_DEDUPLICATION } from '../../../sync/client/requestTracking';
import { activeQueries } from '../../../sync/feed/refetch';
import type { BoardQuery } from './Board.generated';
import { BoardCountsDocument, type BoardCountsQueryVariables } from './BoardCounts.generated';

const isTruncated = ({ pageInfo }: { pageInfo: { hasNextPage: boolean } }): boolean => pageInfo.hasNextPage;

/** Counts the tasks of the boards that are shown. Columns that are loaded to their end know their count. */
export const refetchColumnCounts = (client: ApolloClient): void => {
  for (const board of activeQueries(client, ['Board'])) {
    const data = board.getCurrentResult().data as BoardQuery | undefined;
    if (!data || !Object.values(data).some(isTruncated)) continue;
    client
      .query({
        query: BoardCountsDocument,
        variables: board.variables as BoardCountsQueryVariables,
        fetchPolicy: 'network-only',
        context: NO_DEDUPLICATION,
      })
      .catch(() => undefined);
  }
};
