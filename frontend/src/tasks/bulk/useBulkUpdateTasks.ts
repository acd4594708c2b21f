import { useMutation } from '@apollo/client/react';
import type { BulkUpdateTasksInput } from '../../graphql/schema.generated';
import { applyTask, deleteTask } from '../taskCache';
import { BulkUpdateTasksDocument } from './BulkUpdateTasks.generated';

/** Changes or deletes up to 200 tasks in one act, and with it their places in the lists. */
export const useBulkUpdateTasks = () => {
  const [mutate, state] = useMutation(BulkUpdateTasksDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      for (const task of data.bulkUpdateTasks.tasks) applyTask(cache, task);
      for (const id of data.bulkUpdateTasks.deletedIds) deleteTask(cache, id);
    },
  });
  const run = (input: BulkUpdateTasksInput) => mutate({ variables: { input } });
  return [run, state] as const;
};
