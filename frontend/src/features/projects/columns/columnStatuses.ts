import type { ApolloCache } from '@apollo/client';
import type { TaskStatus } from '@contract/enums';
import { ColumnStatusesFragmentDoc, type ColumnStatusesFragment } from './ColumnStatuses.generated';

const readStatuses = (cache: ApolloCache, projectId: string): ColumnStatusesFragment['columns'] =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fragment: ColumnStatusesFragmentDoc,
    optimistic: true,
  })?.columns ?? [];

/** Returns the column of a task whose status was set: the first of that status. It is empty while the columns are unknown here. */
export const firstColumnId = (
  cache: ApolloCache,
  { projectId, status }: { projectId: string; status: TaskStatus },
): string => readStatuses(cache, projectId).find((column) => column.status === status)?.id ?? '';

/** Returns the fields of a task in a column: the column and, as far as it is known here, its status. */
export const fieldsInColumn = (
  cache: ApolloCache,
  projectId: string,
  columnId: string,
): { columnId: string; status?: TaskStatus } => {
  const column = readStatuses(cache, projectId).find(({ id }) => id === columnId);
  return { columnId, ...(column && { status: column.status }) };
};
