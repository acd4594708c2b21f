import { useApolloClient, useQuery } from '@apollo/client/react';
import type { TaskStatus } from '@contract/enums';
import { BoardDocument, type BoardColumnFragment } from './Board.generated';
import { BoardColumnPageDocument } from './BoardColumnPage.generated';
import { arrangeColumns, type Column } from './columns';

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** The board's four columns, of one project or of all; a component that uses it stays with its project. */
export const useBoard = (projectId?: string) => {
  const client = useApolloClient();
  const variables = projectId ? { projectId } : {};
  const {
    data: answer,
    previousData,
    error,
    loading,
    refetch,
  } = useQuery(BoardDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  // A failure to read anew leaves what was read before.
  const data = answer ?? previousData;
  const columns = data
    ? arrangeColumns({ TODO: data.todo, IN_PROGRESS: data.inProgress, IN_REVIEW: data.inReview, DONE: data.done })
    : null;
  const loadMore = async (status: TaskStatus, after: string | null): Promise<void> => {
    await client.query({
      query: BoardColumnPageDocument,
      variables: { ...variables, status, after },
      // A page is asked for only while it is not there; the cache adds it to its column.
      fetchPolicy: 'network-only',
    });
  };
  return { columns, error, loading, refetch, loadMore };
};
