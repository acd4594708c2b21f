import { useQuery } from '@apollo/client/react';
import { STATUS_LABELS } from '../../../lib/text';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { ProjectColumnsDocument } from '../../projects/columns/ProjectColumns.generated';

const NONE: readonly ProjectColumn[] = [];

/**
 * Returns the columns of the project if exactly one is chosen. They are read once they are `wanted`. A project with the
 * four usual columns has none here, because a filter by column would repeat the filter by status.
 */
export const useFilterColumns = (projectIds: readonly string[], wanted: boolean): readonly ProjectColumn[] => {
  const [projectId = ''] = projectIds.length === 1 ? projectIds : [];
  const { data } = useQuery(ProjectColumnsDocument, {
    variables: { projectId },
    skip: !projectId || !wanted,
    fetchPolicy: 'cache-and-network',
  });
  const columns = data?.project?.columns ?? NONE;
  return columns.some(({ name, status }) => name !== STATUS_LABELS[status]) ? columns : NONE;
};
