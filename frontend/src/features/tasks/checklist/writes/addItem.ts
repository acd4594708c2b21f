import { affectNewObjects, defineWrite } from '../../../../sync/writes/defineWrite';
import { readTitle } from '../../model/readTask';
import { addItemToList, serializeByTask, showNewItems } from '../checklistCache';
import { AddChecklistItemDocument } from '../ChecklistWrites.generated';

export const addItem = defineWrite({
  document: AddChecklistItemDocument,
  serialize: serializeByTask,
  show: (layer, { taskId, ...item }, meta) => showNewItems(layer, taskId, [item], meta),
  apply: (cache, { addChecklistItem: { checklistItem } }) => addItemToList(cache, checklistItem, { isCounted: true }),
  queue: {
    effect: (input) => affectNewObjects([input], [input.taskId]),
    title: (cache, { taskId }) => readTitle(cache, taskId),
    editable: () => 'text',
    versions: ({ addChecklistItem: { checklistItem } }) => ({ [checklistItem.id]: checklistItem.version }),
  },
});
