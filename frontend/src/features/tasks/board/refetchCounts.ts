import type { ApolloClient, DocumentNode } from '@apollo/client';
import { Kind, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { readIntoCache } from '../../../sync/client/retryFailedQueries';
import { activeQueries } from '../../../sync/feed/refetch';
import type { BoardQuery } from './Board.generated';

const isTruncated = ({ pageInfo }: { pageInfo: { hasNextPage: boolean } }): boolean => pageInfo.hasNextPage;

const TOTAL_COUNT: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'totalCount' } };

const countQueries = new WeakMap<DocumentNode, DocumentNode>();

/** Returns the query of a board that reads only the counts of its lists. */
const countQueryOf = (board: DocumentNode): DocumentNode => {
  const known = countQueries.get(board);
  if (known) return known;
  const definitions = board.definitions
    .filter((definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet, ...operation }) => ({
      ...operation,
      selectionSet: {
        ...selectionSet,
        selections: selectionSet.selections.map((list) => ({
          ...list,
          selectionSet: { ...selectionSet, selections: [TOTAL_COUNT] },
        })),
      },
    }));
  const query = { ...board, definitions };
  countQueries.set(board, query);
  return query;
};

/**
 * Refetches the counts of visible boards that have a column which is not completely loaded. Other columns count their
 * cards.
 */
export const refetchColumnCounts = (client: ApolloClient): void => {
  for (const board of activeQueries(client, ['Board'])) {
    const data = board.getCurrentResult().data as BoardQuery | undefined;
    if (!data || !Object.values(data).some(isTruncated)) continue;
    readIntoCache(client, { query: countQueryOf(board.query), variables: { ...board.variables, first: 1 } });
  }
};
