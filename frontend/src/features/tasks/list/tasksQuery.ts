import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { TasksDocument } from './Tasks.generated';

/** What a list of tasks asks for; `projectId` is of a list that is part of a project. */
export const tasksQuery = (filters: TaskFilters, me: string, projectId?: string) => ({
  query: TasksDocument,
  variables: { ...toListArgs(filters, me), ...(projectId !== undefined && { whole: { projectId } }) },
});
