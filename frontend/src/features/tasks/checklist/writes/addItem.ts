import { ALL_FIELDS, defineWrite } from '../../../../sync/writes/defineWrite';
import { readTitle } from '../../model/readTask';
import { addItemToList, serializeByTask, showNewItems } from '../checklistCache';
import { AddChecklistItemDocument } from '../ChecklistWrites.generated';

export const addItem = defineWrite({
  document: AddChecklistItemDocument,
  serialize: serializeByTask,
  show: (layer, { taskId, ...item }, meta) => showNewItems(layer, taskId, [item], meta),
  apply: (cache, { addChecklistItem: { checklistItem } }) => addItemToList(cache, checklistItem, { isCounted: true }),
  queue: {
    effect: ({ id, taskId }) => ({ objects: id ? [id] : [], needs: [taskId], fields: [ALL_FIELDS], isNew: true }),
    title: (cache, { taskId }) => readTitle(cache, taskId),
    editable: () => 'text',
    versions: ({ addChecklistItem: { checklistItem } }) => ({ [checklistItem.id]: checklistItem.version }),
  },
});
