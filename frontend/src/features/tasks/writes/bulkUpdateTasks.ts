import { LIMITS } from '@contract/limits';
import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { fieldsInColumn } from '../../projects/columns/columnStatuses';
import { provisionalRank } from '../../../lib/provisionalRank';
import { readTask, readTitle } from '../model/readTask';
import { applyTask, hideTask, patchTask, removeAndCountTask } from '../model/taskCache';
import { changedFields, toPatch } from './showNewTask';
import { BulkUpdateTasksDocument } from './TaskWrites.generated';

export const bulkUpdateTasks = defineWrite({
  document: BulkUpdateTasksDocument,
  // Moves of single cards have the same key, so all these writes are sent one after another. The last value must win, and
  // a move can name a neighbour that the write before it has moved.
  serialize: () => 'board',
  show: (layer, input, { at }) => {
    const { ids, delete: isDelete, addTags, removeTags, mutationId: _mutationId, ...change } = input;
    const { afterId, beforeId, columnId, ...fields } = change;
    const below = beforeId ? (readTask(layer, beforeId)?.rank ?? null) : null;
    let above = afterId ? (readTask(layer, afterId)?.rank ?? null) : null;
    for (const id of ids) {
      const isPlaced = above !== null || below !== null;
      const rank = isPlaced ? provisionalRank(above, below) : null;
      above = rank ?? above;
      if (isDelete) hideTask(layer, id);
      else {
        patchTask(
          layer,
          id,
          ({ tags, projectId }) => ({
            ...toPatch(layer, fields),
            ...(columnId && fieldsInColumn(layer, projectId, columnId)),
            ...(rank !== null && { rank }),
            tags: [...new Set([...tags.filter((tag) => !removeTags?.includes(tag)), ...(addTags ?? [])])].slice(
              0,
              LIMITS.tagsMax,
            ),
          }),
          at,
        );
      }
    }
  },
  apply: (cache, { bulkUpdateTasks: { tasks, deletedIds } }) => {
    for (const task of tasks) applyTask(cache, task);
    for (const id of deletedIds) removeAndCountTask(cache, id);
  },
  hides: ({ ids }) => ids.map((id) => `Task:${id}`),
  queue: {
    effect: (input) => {
      const { ids, addTags, removeTags, delete: isDelete, afterId, beforeId, columnId, ...rest } = input;
      const fields = [
        ...changedFields(rest),
        ...(addTags || removeTags ? ['tags'] : []),
        ...(columnId ? ['status'] : []),
        ...(afterId || beforeId ? ['rank'] : []),
      ];
      return affectObjects(ids, isDelete ? undefined : fields);
    },
    title: (cache, { ids: [only = '', ...others] }) => (others.length === 0 ? readTitle(cache, only) : undefined),
    // The answer to a repeat has the tasks as they are now, with changes by others.
    versions: ({ bulkUpdateTasks: { tasks, revisions } }, cache) =>
      Object.fromEntries(
        tasks.flatMap(({ id }) => {
          const written = revisions.find(({ projectId }) => projectId === readTask(cache, id)?.projectId);
          return written ? [[id, written.revision]] : [];
        }),
      ),
  },
});
