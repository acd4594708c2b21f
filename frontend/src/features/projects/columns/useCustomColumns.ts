import { useQuery } from '@apollo/client/react';
import { STATUS_LABELS } from '../../../lib/text';
import type { ProjectColumn } from './columnCache';
import { ProjectColumnsDocument } from './ProjectColumns.generated';

const NONE: readonly ProjectColumn[] = [];

/**
 * Returns the columns of a project once they are `wanted` and loaded, if exactly one project is named. A project with
 * only the four default columns has none here, because choosing one of them means choosing a status. It has them
 * `withDefaults`, for a filter that names one of them already.
 */
export const useCustomColumns = (
  projectIds: readonly string[],
  wanted = true,
  withDefaults = false,
): readonly ProjectColumn[] => {
  const [projectId = ''] = projectIds.length === 1 ? projectIds : [];
  const { data } = useQuery(ProjectColumnsDocument, {
    variables: { projectId },
    skip: !projectId || !wanted,
  });
  const columns = data?.project?.columns ?? NONE;
  return withDefaults || columns.some(({ name, status }) => name !== STATUS_LABELS[status]) ? columns : NONE;
};
