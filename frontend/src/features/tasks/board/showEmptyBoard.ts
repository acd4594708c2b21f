import type { ApolloCache } from '@apollo/client';
import type { CreateProjectInput } from '../../../sync/client/schema.generated';
import { readStored } from '../../../sync/writes/readStored';
import { boardQuery } from './boardQuery';

const EMPTY_COLUMN = {
  __typename: 'TaskConnection' as const,
  totalCount: 0,
  pageInfo: { __typename: 'PageInfo' as const, hasNextPage: false, endCursor: null },
  nodes: [],
};

/** Shows the empty board of a project that is queued to be created and unknown to the server. */
export const showEmptyBoard = (layer: ApolloCache, { id }: CreateProjectInput): void => {
  // A project that the server has created has a version.
  if (!id || readStored(layer, 'Project', id, 'version') !== 0) return;
  layer.writeQuery({
    ...boardQuery({ projectId: id }),
    data: {
      todo: EMPTY_COLUMN,
      inProgress: EMPTY_COLUMN,
      inReview: EMPTY_COLUMN,
      done: EMPTY_COLUMN,
      older: EMPTY_COLUMN,
    },
  });
};
