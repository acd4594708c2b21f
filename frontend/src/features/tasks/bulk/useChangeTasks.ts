import { useApolloClient } from '@apollo/client/react';
import type { TaskPriority, TaskStatus } from '@contract/enums';
import type { BulkUpdateTasksInput } from '../../../sync/client/schema.generated';
import { toDueInput } from '../../../lib/dates/due';
import { undoButton } from '../../../sync/client/undoableActions';
import { sendWrite, showWrite } from '../../../sync/writes/runWrite';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import type { AllSelected } from '../selection/selection';
import { refuseReadOnly } from '../model/readOnly';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { bulkUpdateTasks } from '../writes/bulkUpdateTasks';
import { deleteTask } from '../writes/deleteTask';
import { findOpenTasks, reportDone } from '../writes/reportDone';
import { updateTask } from '../writes/updateTask';
import type { Batch } from './batches';
import { useBatches } from './useBatches';

export type Assignee = NonNullable<TaskFieldsFragment['assignee']>;

/** One change, for one or many tasks. */
export interface TaskChange {
  status?: TaskStatus;
  /** A column of the project that all the tasks belong to; not with `all`. */
  columnId?: string;
  priority?: TaskPriority;
  /** Null for no one. */
  assignee?: Assignee | null;
  /** A day, a moment, or null for no date. */
  dueDate?: string | null;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

const toInput = ({ assignee, addTags, removeTags, dueDate, ...fields }: TaskChange) =>
  ({
    ...fields,
    ...(dueDate !== undefined && toDueInput(dueDate)),
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(addTags && { addTags: [...addTags] }),
    ...(removeTags && { removeTags: [...removeTags] }),
  }) satisfies Partial<BulkUpdateTasksInput>;

/** Only the bulk mutation can set a column, and add and remove single tags, which keeps other people's tags. */
const isPlain = ({ addTags, removeTags, columnId }: TaskChange): boolean => !addTags && !removeTags && !columnId;

/**
 * Changes one or many tasks, in batches of 200, and reports the result. With `all`, changes all that match the filter.
 * Returns whether all were changed.
 */
export const useChangeTasks = () => {
  const client = useApolloClient();
  const runBatches = useBatches();

  return async (ids: readonly string[], change: TaskChange, all: AllSelected | null = null): Promise<boolean> => {
    if (refuseReadOnly(client.cache, ids)) return false;
    const open = all ? [] : findOpenTasks(client.cache, ids);
    const input = toInput(change);
    const { addTags: _added, removeTags: _removed, columnId: _columnId, ...fields } = input;
    const isOne = ids.length === 1 && !all && isPlain(change);
    const oneOf = ({ ids: [id = ''], mutationId }: Batch) => ({ id, ...fields, mutationId });
    const manyOf = (batch: Batch) => ({ ids: [...batch.ids], ...input, mutationId: batch.mutationId });
    const done = await runBatches(ids, all, {
      show: (batch) =>
        isOne ? showWrite(client, updateTask, oneOf(batch)) : showWrite(client, bulkUpdateTasks, manyOf(batch)),
      send: (batch) =>
        isOne ? sendWrite(client, updateTask, oneOf(batch)) : sendWrite(client, bulkUpdateTasks, manyOf(batch)),
      change: input,
      action: 'update',
    });
    if (done && !done.isQueued) {
      reportDone(client.cache, open, tasksTexts.update.done(done.count), done.actionId);
    }
    return done !== null;
  };
};

/** A few deleted tasks are easy to check and undo; more are more likely to include a wrong one. */
const MANY = 20;

/** Whether to ask before deleting this number of tasks. Fewer are deleted at once, with Undo in the message. */
export const needsDeleteConfirmation = (count: number): boolean => count > MANY;

/**
 * Deletes tasks in batches of 200, and reports the result. With `all`, deletes all that match the filter. Returns
 * whether all were deleted.
 */
export const useDeleteTasks = () => {
  const client = useApolloClient();
  const runBatches = useBatches();
  return async (ids: readonly string[], all: AllSelected | null = null): Promise<boolean> => {
    if (refuseReadOnly(client.cache, ids)) return false;
    const isOne = ids.length === 1 && !all;
    const oneOf = ({ ids: [id = ''], mutationId }: Batch) => ({ id, mutationId });
    const manyOf = (batch: Batch) => ({ ids: [...batch.ids], delete: true, mutationId: batch.mutationId });
    const done = await runBatches(ids, all, {
      show: (batch) =>
        isOne ? showWrite(client, deleteTask, oneOf(batch)) : showWrite(client, bulkUpdateTasks, manyOf(batch)),
      send: (batch) =>
        isOne ? sendWrite(client, deleteTask, oneOf(batch)) : sendWrite(client, bulkUpdateTasks, manyOf(batch)),
      change: { delete: true },
      action: 'delete',
    });
    if (done && !done.isQueued) notify.success(tasksTexts.delete.done(done.count), undoButton(done.actionId));
    return done !== null;
  };
};
