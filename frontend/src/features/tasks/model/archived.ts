import type { ApolloCache } from '@apollo/client';
import { taskTexts } from '../../../texts/task';
import { notify } from '../../../ui/notify';
import { TaskFieldsFragmentDoc } from './TaskFields.generated';

/** Is one of these tasks, as far as they are known here, of a project that is archived? */
export const isAnyArchived = (cache: ApolloCache, taskIds: readonly string[]): boolean =>
  taskIds.some((taskId) => {
    const id = cache.identify({ __typename: 'Task', id: taskId });
    return cache.readFragment({ id, fragment: TaskFieldsFragmentDoc })?.project.archivedAt != null;
  });

/** Says why nothing is done where one of these tasks cannot be changed; answers whether it is so. */
export const refuseArchived = (cache: ApolloCache, taskIds: readonly string[]): boolean => {
  const isRefused = isAnyArchived(cache, taskIds);
  if (isRefused) notify.info(taskTexts.archived(taskIds.length));
  return isRefused;
};
