import { affectNewObjects, defineWrite } from '../../../../sync/writes/defineWrite';
import { readTitle } from '../../model/readTask';
import { addItemToList, serializeByTask, showNewItems } from '../checklistCache';
import { AddChecklistItemsDocument } from '../ChecklistWrites.generated';

export const addItems = defineWrite({
  document: AddChecklistItemsDocument,
  serialize: serializeByTask,
  show: (layer, { taskId, items }, meta) => showNewItems(layer, taskId, items, meta),
  apply: (cache, { addChecklistItems: { checklistItems } }) => {
    for (const item of checklistItems) addItemToList(cache, item, { isCounted: true });
  },
  queue: {
    effect: ({ taskId, items }) => affectNewObjects(items, [taskId]),
    title: (cache, { taskId }) => readTitle(cache, taskId),
    versions: ({ addChecklistItems: { checklistItems } }) =>
      Object.fromEntries(checklistItems.map(({ id, version }) => [id, version])),
  },
});
