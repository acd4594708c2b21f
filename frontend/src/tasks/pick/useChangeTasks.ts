import { useApolloClient } from '@apollo/client/react';
import { newId } from '../../graphql/mutationId';
import { tasksTexts } from '../../texts/tasks';
import { notify } from '../../ui/notify';
import { useUpdateTask } from '../useUpdateTask';
import { inActs, reportActs } from './acts';
import { showChange, toInput, type TaskChange } from './taskChange';
import { useBulkUpdateTasks } from './useBulkUpdateTasks';

/**
 * Changes one task or many: at once on the screen, then on the server, 200 in one act. What is refused goes exactly back
 * and is told. Answers whether all of it was done.
 */
export const useChangeTasks = () => {
  const { cache } = useApolloClient();
  const [update] = useUpdateTask();
  const [bulkUpdate] = useBulkUpdateTasks();

  return async (ids: readonly string[], change: TaskChange): Promise<boolean> => {
    const input = toInput(change);
    const { addTags, removeTags, ...fields } = input;
    // Tags are added and taken away, so that those of others stay: only the bulk mutation can say that.
    const isPlain = !addTags && !removeTags;
    const acts = inActs(ids).map((part) => ({ ids: part, mutationId: newId() }));
    for (const act of acts) showChange(cache, act.ids, change, act.mutationId);
    const outcome = await reportActs(acts, {
      run: async (act) => {
        const [only] = act.ids;
        if (ids.length === 1 && only !== undefined && isPlain) {
          await update({ id: only, ...fields, mutationId: act.mutationId });
        } else await bulkUpdate({ ids: [...act.ids], ...input, mutationId: act.mutationId });
      },
      after: ({ mutationId }) => cache.removeOptimistic(mutationId),
      verb: 'update',
    });
    if (outcome) notify.success(tasksTexts.update.done(ids.length));
    return outcome;
  };
};
