import type { ApolloCache } from '@apollo/client';
import type { Invalidation } from '../../../sync/feed/reactions';
import { isKnownProject } from '../../projects/projectCache';
import { applyTask, findCachedTask, removeTask } from './taskCache';
import {
  TaskCountsFragmentDoc,
  TaskFieldsFragmentDoc,
  type TaskCountsFragment,
  type TaskFieldsFragment,
} from './TaskFields.generated';

interface TaskChange {
  entityId: string;
  movedTo: string | null;
  task: TaskFieldsFragment | null;
}

export const applyTaskChange = (cache: ApolloCache, { entityId, movedTo, task }: TaskChange): Partial<Invalidation> => {
  const before = findCachedTask(cache, entityId);
  // The task continues in another of the viewer's projects, whose own event moves it there, so it stays visible.
  if (!task && movedTo && isKnownProject(cache, movedTo)) return { figures: true, counts: true };
  if (!task) {
    removeTask(cache, entityId);
    return { figures: true, counts: true };
  }
  cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  applyTask(cache, task, 'loaded');
  const after = findCachedTask(cache, entityId);
  // If an answer has brought the change already, its counts, and the counts of other answers, can be older than the change.
  const isNew = before && before.version < task.version;
  const isSame = isNew && after && before.status === after.status && before.projectId === after.projectId;
  const isDueSame = isSame && before.dueDate === after.dueDate && before.dueDay === after.dueDay;
  // Even a task in the cache may not be among the loaded rows of the column that it leaves.
  return { figures: !isDueSame, counts: !isSame || before.columnId !== after.columnId };
};

/** Updates the counts of other tasks that include the changed object. */
export const applyCounts = (cache: ApolloCache, tasks: readonly TaskCountsFragment[]): void => {
  for (const task of tasks) {
    if (!findCachedTask(cache, task.id)) continue;
    cache.writeFragment({ fragment: TaskCountsFragmentDoc, data: task });
    applyTask(cache, task, 'loaded');
  }
};
