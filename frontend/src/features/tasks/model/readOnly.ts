import type { ApolloCache } from '@apollo/client';
import { readOnlyTexts } from '../../../texts/readOnly';
import { notify } from '../../../ui/notify';
import { readOnlyReason, type ReadOnlyReason } from '../../projects/readOnly';
import { TaskFieldsFragmentDoc } from './TaskFields.generated';

/** Returns why one of these tasks is read-only, if that is loaded; null if none is. */
export const findReadOnly = (cache: ApolloCache, taskIds: readonly string[]): ReadOnlyReason | null => {
  for (const taskId of taskIds) {
    const id = cache.identify({ __typename: 'Task', id: taskId });
    const task = cache.readFragment({ id, fragment: TaskFieldsFragmentDoc });
    const reason = task && readOnlyReason(task.project);
    if (reason) return reason;
  }
  return null;
};

/** Reports why one of these tasks can't be changed. Returns whether there is a reason. */
export const refuseReadOnly = (cache: ApolloCache, taskIds: readonly string[]): boolean => {
  const reason = findReadOnly(cache, taskIds);
  if (reason) notify.info(readOnlyTexts[reason](taskIds.length));
  return reason !== null;
};
