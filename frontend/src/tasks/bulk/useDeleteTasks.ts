import { notify } from '../../ui/notify';
import { tasksTexts } from '../../texts/tasks';
import { useBulkUpdateTasks } from './useBulkUpdateTasks';
import { useRunActs } from './useRunActs';
import type { AllChosen } from '../selection/selection';

/** Deletes tasks, 200 in one act; says what could not be done. With `all`, these and whatever else matches. */
export const useDeleteTasks = () => {
  const [bulkUpdate] = useBulkUpdateTasks();
  const runActs = useRunActs();
  return async (ids: readonly string[], all: AllChosen | null = null): Promise<void> => {
    const done = await runActs(ids, all, {
      run: async (act) => {
        await bulkUpdate({ ids: [...act.ids], delete: true, mutationId: act.mutationId });
      },
      change: { delete: true },
      verb: 'delete',
    });
    if (done !== null) notify.success(tasksTexts.delete.done(done));
  };
};
