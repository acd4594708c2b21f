import type { ApolloCache } from '@apollo/client';
import { byText } from '@contract/taskPlace';
import { ProjectColumnsDocument, type ColumnFieldsFragment } from './Columns.generated';

export type Column = ColumnFieldsFragment;

/** The order of columns. */
const byRank = (a: Column, b: Column): number => byText(a.rank, b.rank) || byText(a.id, b.id);

/** The columns of a project, in order; null if they were not read yet. */
export const readColumns = (cache: ApolloCache, projectId: string, optimistic = true): readonly Column[] | null =>
  cache.readQuery({ query: ProjectColumnsDocument, variables: { id: projectId } }, optimistic)?.project?.columns ??
  null;

/** Changes the list of a project's columns, if it was read. */
export const changeColumns = (
  cache: ApolloCache,
  projectId: string,
  change: (columns: readonly Column[]) => readonly Column[],
): void => {
  cache.updateQuery({ query: ProjectColumnsDocument, variables: { id: projectId } }, (data) =>
    data?.project
      ? { ...data, project: { ...data.project, columns: change(data.project.columns).toSorted(byRank) } }
      : undefined,
  );
};

/** Adds a column, or takes over its newer version. */
export const putColumn = (cache: ApolloCache, column: Column): void =>
  changeColumns(cache, column.projectId, (columns) => {
    const known = columns.find(({ id }) => id === column.id);
    if (known && known.version > column.version) return columns;
    return [...columns.filter(({ id }) => id !== column.id), column];
  });

export const removeColumn = (cache: ApolloCache, projectId: string, columnId: string): void =>
  changeColumns(cache, projectId, (columns) => columns.filter(({ id }) => id !== columnId));

interface ColumnChange {
  entityId: string;
  column: Column | null;
}

/** Brings the change of a column into the cache. A change of the columns can move any number of tasks. */
export const applyColumnChange = (cache: ApolloCache, { entityId, column }: ColumnChange, projectId: string): void => {
  if (column) putColumn(cache, column);
  else removeColumn(cache, projectId, entityId);
};

/** The first column of a status, to which a task goes that gets the status; null if the columns are not known. */
export const firstColumn = (cache: ApolloCache, projectId: string, status: Column['status']): Column | null =>
  readColumns(cache, projectId)?.find((column) => column.status === status) ?? null;
