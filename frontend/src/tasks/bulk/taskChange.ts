import type { ApolloCache } from '@apollo/client';
import type { TaskPriority, TaskStatus } from '@contract/enums';
import type { BulkUpdateTasksInput } from '../../graphql/schema.generated';
import { applyTask } from '../taskCache';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../TaskFields.generated';

/** Whom a task is assigned to. */
export type Assignee = NonNullable<TaskFieldsFragment['assignee']>;

/** One change for one task or for many. */
export interface TaskChange {
  status?: TaskStatus;
  priority?: TaskPriority;
  /** Null for nobody. */
  assignee?: Assignee | null;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** The change as the server takes it. */
export const toInput = ({ assignee, addTags, removeTags, ...fields }: TaskChange) =>
  ({
    ...fields,
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(addTags && { addTags: [...addTags] }),
    ...(removeTags && { removeTags: [...removeTags] }),
  }) satisfies Partial<BulkUpdateTasksInput>;

/** A task's tags after the change, in the server's order. */
export const retag = (tags: readonly string[], { addTags = [], removeTags = [] }: TaskChange): string[] => [
  ...new Set([...tags.filter((tag) => !removeTags.includes(tag)), ...addTags]),
];

const changed = (task: TaskFieldsFragment, change: TaskChange, updatedAt: string): TaskFieldsFragment => {
  const { assignee, status, priority } = change;
  return {
    ...task,
    ...(status && { status }),
    ...(priority && { priority }),
    ...(assignee !== undefined && { assignee, assigneeId: assignee?.id ?? null }),
    tags: retag(task.tags, change),
    updatedAt,
  };
};

/** Shows the change on a layer of its own over what the server last said; `cache.removeOptimistic(layer)` takes it back. */
export const showChange = (cache: ApolloCache, ids: readonly string[], change: TaskChange, layer: string): void => {
  const now = new Date().toISOString();
  cache.recordOptimisticTransaction((proxy) => {
    for (const taskId of ids) {
      const id = proxy.identify({ __typename: 'Task', id: taskId });
      const read = { id, fragment: TaskFieldsFragmentDoc, optimistic: true } as const;
      const task = proxy.readFragment(read);
      // A task that is known in part only waits for the answer.
      if (!task) continue;
      proxy.writeFragment({ ...read, data: changed(task, change, now) });
      applyTask(proxy, task);
    }
  }, layer);
};
