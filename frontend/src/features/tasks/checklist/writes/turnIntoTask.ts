import { defineWrite } from '../../../../sync/writes/defineWrite';
import { applyNewTask } from '../../writes/showNewTask';
import { evictItem } from '../checklistCache';
import { TurnIntoTaskDocument } from '../ChecklistWrites.generated';

/** Needs a connection, because only the server knows the new task. */
export const turnIntoTask = defineWrite({
  document: TurnIntoTaskDocument,
  show: () => undefined,
  apply: (cache, { turnIntoTask: { task, checklistItemId } }) => {
    evictItem(cache, checklistItemId, { isCounted: true });
    applyNewTask(cache, task);
  },
});
