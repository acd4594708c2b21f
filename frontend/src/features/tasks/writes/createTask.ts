import { ALL_FIELDS, defineWrite } from '../../../sync/writes/defineWrite';
import { applyNewTask, showNewTask } from './showNewTask';
import { CreateTaskDocument } from './TaskWrites.generated';

export const createTask = defineWrite({
  document: CreateTaskDocument,
  // Sent in order, because a column lists its tasks in the order in which they were typed.
  serialize: ({ projectId }) => `create:${projectId}`,
  show: (layer, input, meta) => showNewTask(layer, input, meta),
  apply: (cache, { createTask: { task } }) => applyNewTask(cache, task),
  queue: {
    effect: ({ id, projectId, parentId }) => ({
      objects: id ? [id] : [],
      needs: parentId ? [projectId, parentId] : [projectId],
      fields: [ALL_FIELDS],
      isNew: true,
    }),
    title: (_cache, { title }) => title,
    editable: () => 'title',
  },
});
