import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { readTitle } from '../model/readTask';
import { hideTask, findCachedTask, removeAndCountTask } from '../model/taskCache';
import { DeleteTaskDocument } from './TaskWrites.generated';

export const deleteTask = defineWrite({
  document: DeleteTaskDocument,
  show: (layer, { id }) => hideTask(layer, id),
  apply: (cache, { deleteTask: { revision, taskId } }) => {
    // A repeated request can be answered late. Its answer must not remove a task that was restored in the meantime.
    if ((findCachedTask(cache, taskId)?.version ?? 0) <= revision) removeAndCountTask(cache, taskId);
  },
  hides: ({ id }) => [`Task:${id}`],
  queue: {
    effect: ({ id }) => affectObjects([id]),
    title: (cache, { id }) => readTitle(cache, id),
    isDoneWhenGone: true,
  },
});
