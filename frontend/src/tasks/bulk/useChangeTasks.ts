import { useApolloClient } from '@apollo/client/react';
import { tasksTexts } from '../../texts/tasks';
import { notify } from '../../ui/notify';
import type { AllChosen } from '../selection/selection';
import { useUpdateTask } from '../useUpdateTask';
import { showChange, toInput, type TaskChange } from './taskChange';
import { useBulkUpdateTasks } from './useBulkUpdateTasks';
import { useRunActs } from './useRunActs';

/**
 * Changes one task or many: at once on the screen, then on the server, 200 in one act. What is refused goes exactly back
 * and is told. With `all`, these and whatever else matches. Answers whether all of it was done.
 */
export const useChangeTasks = () => {
  const { cache } = useApolloClient();
  const [update] = useUpdateTask();
  const [bulkUpdate] = useBulkUpdateTasks();
  const runActs = useRunActs();

  return async (ids: readonly string[], change: TaskChange, all: AllChosen | null = null): Promise<boolean> => {
    const input = toInput(change);
    const { addTags, removeTags, ...fields } = input;
    // Tags are added and taken away, so that those of others stay: only the bulk mutation can say that.
    const isPlain = !addTags && !removeTags;
    const done = await runActs(ids, all, {
      show: (act) => showChange(cache, act.ids, change, act.mutationId),
      run: async (act) => {
        const [only] = act.ids;
        if (ids.length === 1 && !all && only !== undefined && isPlain) {
          await update({ id: only, ...fields, mutationId: act.mutationId });
        } else await bulkUpdate({ ids: [...act.ids], ...input, mutationId: act.mutationId });
      },
      after: ({ mutationId }) => cache.removeOptimistic(mutationId),
      change: input,
      verb: 'update',
    });
    if (done !== null) notify.success(tasksTexts.update.done(done));
    return done !== null;
  };
};
