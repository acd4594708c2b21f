import { defineWrite } from '../../../../sync/writes/defineWrite';
import { applyNewTask } from '../../writes/showNewTask';
import { forgetItem } from '../checklistCache';
import { TurnIntoTaskDocument } from '../ChecklistWrites.generated';

/** Needs a connection, because only the server knows the new task. */
export const turnIntoTask = defineWrite({
  document: TurnIntoTaskDocument,
  show: () => undefined,
  apply: (cache, { turnIntoTask: { task, checklistItemId } }) => {
    forgetItem(cache, checklistItemId, { isCounted: true });
    applyNewTask(cache, task);
  },
});
