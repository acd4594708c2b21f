import { affectObjects, defineWrite } from '../../../../sync/writes/defineWrite';
import { addItemToList, readItem, serializeByItem, showItem } from '../checklistCache';
import { UpdateChecklistItemDocument } from '../ChecklistWrites.generated';

export const updateItem = defineWrite({
  document: UpdateChecklistItemDocument,
  serialize: serializeByItem,
  show: (layer, { id, text, done }) => {
    const item = readItem(layer, id);
    if (item) showItem(layer, { ...item, text: text ?? item.text, done: done ?? item.done });
  },
  apply: (cache, { updateChecklistItem: { checklistItem } }) =>
    addItemToList(cache, checklistItem, { isCounted: true }),
  queue: {
    effect: ({ id, text, done }) =>
      affectObjects([id], [...(text == null ? [] : ['text']), ...(done == null ? [] : ['done'])]),
    title: (cache, { id }) => readItem(cache, id)?.text,
    editable: ({ text }) => (text == null ? undefined : 'text'),
    versions: ({ updateChecklistItem: { checklistItem, revision } }) => ({ [checklistItem.id]: revision }),
  },
});
