import type { ApolloCache } from '@apollo/client';
import type { TaskStatus } from '@contract/enums';
import { ColumnStatusesFragmentDoc, type ColumnStatusesFragment } from './ColumnStatuses.generated';

const readStatuses = (cache: ApolloCache, projectId: string): ColumnStatusesFragment['columns'] =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fragment: ColumnStatusesFragmentDoc,
    optimistic: true,
  })?.columns ?? [];

/** Returns the column of a task after a change of its status: the first with that status; '' until the columns are loaded. */
export const firstColumnId = (
  cache: ApolloCache,
  { projectId, status }: { projectId: string; status: TaskStatus },
): string => readStatuses(cache, projectId).find((column) => column.status === status)?.id ?? '';

/** Returns the fields of a task in a column: the column and, if it is loaded, its status. */
export const fieldsInColumn = (
  cache: ApolloCache,
  projectId: string,
  columnId: string,
): { columnId: string; status?: TaskStatus } => {
  const column = readStatuses(cache, projectId).find(({ id }) => id === columnId);
  return { columnId, ...(column && { status: column.status }) };
};
