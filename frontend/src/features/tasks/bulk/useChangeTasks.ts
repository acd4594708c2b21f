import { useApolloClient } from '@apollo/client/react';
import type { TaskPriority, TaskStatus } from '@contract/enums';
import { undoButton } from '../../../sync/client/acts';
import { waits } from '../../../sync/client/links';
import type { BulkUpdateTasksInput } from '../../../sync/client/schema.generated';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import type { AllChosen } from '../selection/selection';
import { refuseArchived } from '../model/archived';
import { showChange } from '../model/taskCache';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { useBulkUpdateTasks, useDeleteTask, useUpdateTask } from '../model/useTaskWrites';
import { useBatches } from './useBatches';

/** Whom a task is assigned to. */
export type Assignee = NonNullable<TaskFieldsFragment['assignee']>;

/** One change for one task or for many. */
export interface TaskChange {
  status?: TaskStatus;
  priority?: TaskPriority;
  /** Null for nobody. */
  assignee?: Assignee | null;
  /** A moment, or null for no date. */
  dueDate?: string | null;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** The change as the server takes it. */
const toInput = ({ assignee, addTags, removeTags, ...fields }: TaskChange) =>
  ({
    ...fields,
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(addTags && { addTags: [...addTags] }),
    ...(removeTags && { removeTags: [...removeTags] }),
  }) satisfies Partial<BulkUpdateTasksInput>;

/** What the change makes of a task; its tags in the server's order. */
const patchOf =
  ({ addTags = [], removeTags = [], ...fields }: TaskChange) =>
  ({ tags }: TaskFieldsFragment): Partial<TaskFieldsFragment> => ({
    ...fields,
    ...(fields.assignee !== undefined && { assigneeId: fields.assignee?.id ?? null }),
    tags: [...new Set([...tags.filter((tag) => !removeTags.includes(tag)), ...addTags])],
  });

/**
 * Changes one task or many: at once on the screen, then on the server, 200 in one batch. What is refused goes exactly back
 * and is told. With `all`, these and whatever else matches. Answers whether all of it was done.
 */
export const useChangeTasks = () => {
  const { cache } = useApolloClient();
  const update = useUpdateTask();
  const bulkUpdate = useBulkUpdateTasks();
  const runBatches = useBatches();

  return async (ids: readonly string[], change: TaskChange, all: AllChosen | null = null): Promise<boolean> => {
    if (refuseArchived(cache, ids)) return false;
    const input = toInput(change);
    const { addTags, removeTags, ...fields } = input;
    // Tags are added and taken away, so that those of others stay: only the bulk mutation can say that.
    const isPlain = !addTags && !removeTags;
    let isWaiting = false;
    const done = await runBatches(ids, all, {
      show: (batch) => showChange(cache, batch.ids, patchOf(change), batch.mutationId),
      run: async (batch) => {
        const [only] = batch.ids;
        if (ids.length === 1 && !all && only !== undefined && isPlain) {
          isWaiting = await update({ id: only, ...fields, mutationId: batch.mutationId });
        } else isWaiting = waits(await bulkUpdate({ ids: [...batch.ids], ...input, mutationId: batch.mutationId }));
      },
      after: ({ mutationId }) => cache.removeOptimistic(mutationId),
      change: input,
      verb: 'update',
    });
    if (done !== null && !isWaiting) notify.success(tasksTexts.update.done(done.count), undoButton(done.act));
    return done !== null;
  };
};

/** Undo takes back a few tasks at a glance; a deletion of more is easily one of the wrong tasks. */
const MANY = 20;

/** Is a question asked before so many tasks are deleted? Fewer are deleted at once, with Undo in the message. */
export const asksBeforeDeleting = (count: number): boolean => count > MANY;

/**
 * Deletes tasks, 200 in one batch; says what could not be done. With `all`, these and whatever else matches. Returns whether
 * all were deleted.
 */
export const useDeleteTasks = () => {
  const { cache } = useApolloClient();
  const deleteOne = useDeleteTask();
  const bulkUpdate = useBulkUpdateTasks();
  const runBatches = useBatches();
  return async (ids: readonly string[], all: AllChosen | null = null): Promise<boolean> => {
    if (refuseArchived(cache, ids)) return false;
    let isWaiting = false;
    const done = await runBatches(ids, all, {
      run: async ({ ids: [only, ...others], mutationId }) => {
        if (only === undefined) return;
        isWaiting = waits(
          others.length === 0
            ? await deleteOne({ id: only, mutationId })
            : await bulkUpdate({ ids: [only, ...others], delete: true, mutationId }),
        );
      },
      change: { delete: true },
      verb: 'delete',
    });
    if (done !== null && !isWaiting) notify.success(tasksTexts.delete.done(done.count), undoButton(done.act));
    return done !== null;
  };
};
