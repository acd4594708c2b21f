import type { TaskStatus } from '@contract/enums';
import { usePageQuery } from '../graphql/usePageQuery';
import type { BoardColumnFragment } from './Board.generated';
import { BoardColumnPageDocument } from './BoardColumnPage.generated';
import { boardQuery } from './boardQuery';
import { arrangeColumns, type Column } from './columns';

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** The board's four columns, of one project or of all; a component that uses it stays with its project. */
export const useBoard = (projectId?: string) => {
  const { query, variables } = boardQuery(projectId);
  const { data: answer, previousData, error, loading, refetch, fetchMore } = usePageQuery(query, { variables });
  // A failure to read anew leaves what was read before.
  const data = answer ?? previousData;
  const columns = data
    ? arrangeColumns({ TODO: data.todo, IN_PROGRESS: data.inProgress, IN_REVIEW: data.inReview, DONE: data.done })
    : null;
  const loadMore = async (status: TaskStatus, after: string | null): Promise<void> => {
    // Only writes the page into its column; to ask for the page itself would read the whole column anew for each page.
    await fetchMore({ query: BoardColumnPageDocument, variables: { ...variables, status, after } });
  };
  return { columns, error, loading, refetch, loadMore };
};
