import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { fieldsInColumn } from '../../projects/columns/columnStatuses';
import { provisionalRank } from '../../../lib/provisionalRank';
import { lastRank, readTask, readTitle } from '../model/readTask';
import { applyTask, patchTask } from '../model/taskCache';
import { MoveTaskDocument } from './MoveTask.generated';

export const moveTask = defineWrite({
  document: MoveTaskDocument,
  // Sent in order, because each move names neighbours that an earlier one may have moved.
  serialize: () => 'board',
  show: (layer, { id, status, columnId, afterId, beforeId }, { at }) => {
    const above = afterId ? readTask(layer, afterId) : null;
    const below = beforeId ? readTask(layer, beforeId) : null;
    const rank = above || below ? provisionalRank(above?.rank ?? null, below?.rank ?? null) : lastRank(at);
    patchTask(
      layer,
      id,
      ({ projectId }) => ({
        ...(status && { status }),
        ...(columnId && fieldsInColumn(layer, projectId, columnId)),
        rank,
      }),
      at,
    );
  },
  apply: (cache, { moveTask: { task } }) => applyTask(cache, task),
  queue: {
    effect: ({ id }) => affectObjects([id], ['status', 'rank']),
    title: (cache, { id }) => readTitle(cache, id),
    versions: ({ moveTask: { task, revision } }) => ({ [task.id]: revision }),
  },
});
