import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { TasksDocument } from './Tasks.generated';

/** The query of a list of tasks; `projectId` is set for a project's list. */
export const tasksQuery = (filters: TaskFilters, me: string, projectId?: string) => ({
  query: TasksDocument,
  variables: { ...toListArgs(filters, me), ...(projectId !== undefined && { whole: { projectId } }) },
});
