import { defineWrite } from '../../../../sync/writes/defineWrite';
import { applyNewTask } from '../../writes/showNewTask';
import { evictItem, serializeByTask } from '../checklistCache';
import { TurnIntoTaskDocument } from '../ChecklistWrites.generated';

/** Needs a connection, because only the server knows the new task. */
export const turnIntoTask = defineWrite({
  document: TurnIntoTaskDocument,
  // An edit of the item that waits for an earlier write would be refused once the item is gone.
  serialize: ({ taskId }) => serializeByTask({ taskId: taskId ?? '' }),
  apply: (cache, { turnIntoTask: { task, checklistItemId } }) => {
    evictItem(cache, checklistItemId, { isCounted: true });
    applyNewTask(cache, task);
  },
});
