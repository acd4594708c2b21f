import { affectNewObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { CreateTasksDocument } from './CreateTasks.generated';
import { applyNewTask, showNewTask } from './showNewTask';

export const createTasks = defineWrite({
  document: CreateTasksDocument,
  serialize: ({ projectId }) => `create:${projectId}`,
  show: (layer, { projectId, tasks }, meta) => {
    for (const [index, task] of tasks.entries()) showNewTask(layer, { ...task, projectId }, meta, index);
  },
  apply: (cache, { createTasks: { tasks } }) => {
    for (const task of tasks) applyNewTask(cache, task);
  },
  queue: {
    effect: ({ projectId, tasks }) => affectNewObjects(tasks, [projectId]),
    title: () => undefined,
  },
});
