import { newId } from '../../graphql/mutationId';
import { tasksTexts } from '../../texts/tasks';
import { notify } from '../../ui/notify';
import { inActs, reportActs } from '../pick/acts';
import { useBulkUpdateTasks } from '../pick/useBulkUpdateTasks';

/** Deletes tasks, 200 in one act; says what could not be done. */
export const useDeleteTasks = () => {
  const [bulkUpdate] = useBulkUpdateTasks();
  return async (ids: readonly string[]): Promise<void> => {
    const acts = inActs(ids).map((part) => ({ ids: part, mutationId: newId() }));
    const isDone = await reportActs(acts, {
      run: async (act) => {
        await bulkUpdate({ ids: [...act.ids], delete: true, mutationId: act.mutationId });
      },
      verb: 'delete',
    });
    if (isDone) notify.success(tasksTexts.delete.done(ids.length));
  };
};
