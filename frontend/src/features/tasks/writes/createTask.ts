import { affectNewObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { applyNewTask, showNewTask } from './showNewTask';
import { CreateTaskDocument } from './TaskWrites.generated';

export const createTask = defineWrite({
  document: CreateTaskDocument,
  // Sent in order, because a column lists its tasks in the order in which they were typed.
  serialize: ({ projectId }) => `create:${projectId}`,
  show: (layer, input, meta) => showNewTask(layer, input, meta),
  apply: (cache, { createTask: { task } }) => applyNewTask(cache, task),
  queue: {
    effect: (input) => affectNewObjects([input], [input.projectId, input.parentId]),
    title: (_cache, { title }) => title,
    editable: () => 'title',
  },
});
