import type { ApolloCache, ApolloClient } from '@apollo/client';
import { byRank } from '@contract/taskPlace';
import { activeQueries } from '../../../sync/feed/refetch';
import { ColumnFieldsFragmentDoc, ColumnListFragmentDoc, type ColumnFieldsFragment } from './ProjectColumns.generated';

export type ProjectColumn = ColumnFieldsFragment;

export const findColumn = (cache: ApolloCache, id: string): ProjectColumn | null =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Column', id }),
    fragment: ColumnFieldsFragmentDoc,
    optimistic: true,
  });

/** Changes the columns of a project, if they were read. */
export const changeColumns = (
  cache: ApolloCache,
  projectId: string,
  change: (columns: readonly ProjectColumn[]) => readonly ProjectColumn[],
): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  cache.updateFragment({ id, fragment: ColumnListFragmentDoc, fragmentName: 'ColumnList' }, (project) =>
    project ? { ...project, columns: change(project.columns).toSorted(byRank) } : undefined,
  );
};

/** Adds a column, or replaces an older version of it. */
export const putColumn = (cache: ApolloCache, column: ProjectColumn): void =>
  changeColumns(cache, column.projectId, (columns) => {
    const known = columns.find(({ id }) => id === column.id);
    if (known && known.version > column.version) return columns;
    return [...columns.filter(({ id }) => id !== column.id), column];
  });

export const removeColumn = (cache: ApolloCache, projectId: string, columnId: string): void =>
  changeColumns(cache, projectId, (columns) => columns.filter(({ id }) => id !== columnId));

/** Drops the columns of projects that are not shown, after changes outside the feed. They are refetched on demand. */
export const evictHiddenColumns = (client: ApolloClient): void => {
  const { cache } = client;
  const shown = new Set(
    activeQueries(client, ['ProjectColumns', 'ColumnsOfProjects']).flatMap(
      ({ variables }): unknown => variables?.['ids'] ?? variables?.['projectId'] ?? [],
    ),
  );
  for (const id of Object.keys(cache.extract() as object)) {
    const [type, projectId] = id.split(':');
    if (type === 'Project' && !shown.has(projectId)) cache.evict({ id, fieldName: 'columns' });
  }
};

interface ColumnChange {
  entityId: string;
  column: ProjectColumn | null;
}

/** Applies a change of a column from the feed. Changes of its tasks arrive separately. */
export const applyColumnChange = (cache: ApolloCache, { entityId, column }: ColumnChange, projectId: string): void =>
  column ? putColumn(cache, column) : removeColumn(cache, projectId, entityId);
