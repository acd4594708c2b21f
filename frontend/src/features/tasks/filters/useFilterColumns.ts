import { useQuery } from '@apollo/client/react';
import { STATUS_LABELS } from '../../../lib/text';
import { ProjectColumnsDocument, type ProjectColumnsQuery } from '../../projects/ProjectColumns.generated';

export type FilterColumn = NonNullable<ProjectColumnsQuery['project']>['columns'][number];

const NONE: readonly FilterColumn[] = [];

/**
 * Returns the columns of the project if exactly one is chosen. They are read once they are `wanted`. A project with the
 * four usual columns has none here, because a filter by column would repeat the filter by status.
 */
export const useFilterColumns = (projectIds: readonly string[], wanted: boolean): readonly FilterColumn[] => {
  const [projectId = ''] = projectIds.length === 1 ? projectIds : [];
  const { data } = useQuery(ProjectColumnsDocument, {
    variables: { projectId },
    skip: !projectId || !wanted,
    // The change feed does not keep columns up to date.
    fetchPolicy: 'cache-and-network',
  });
  const columns = data?.project?.columns ?? NONE;
  return columns.some(({ name, status }) => name !== STATUS_LABELS[status]) ? columns : NONE;
};
