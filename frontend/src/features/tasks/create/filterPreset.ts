import { useAddressParams } from '../../../lib/useAddressParams';
import { useCurrentUser } from '../../account/session/SessionContext';
import { ME, NONE, readFilters } from '../filters/taskFilters';
import { emptyTask, type NewTaskFields } from './taskForm';

/** Returns the value of a filter that has exactly one. */
const getSingle = <Value>(values: readonly Value[]): Value | undefined => (values.length === 1 ? values[0] : undefined);

/**
 * Returns the values that a new task takes from the page's filters, so that it is visible there. A filter with several
 * values gives none.
 */
export const useFilterPreset = (): Pick<NewTaskFields, 'projectId' | 'assigneeId' | 'priority' | 'tags'> => {
  const { id: me } = useCurrentUser();
  const [params] = useAddressParams();
  const { projectIds, assignees, priorities, tags } = readFilters(params);
  const assignee = getSingle(assignees) ?? NONE;
  return {
    projectId: getSingle(projectIds) ?? '',
    assigneeId: assignee === NONE ? '' : assignee === ME ? me : assignee,
    priority: getSingle(priorities) ?? emptyTask.priority,
    tags: getSingle(tags) ?? '',
  };
};
