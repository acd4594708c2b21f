import { affectObjects, defineWrite } from '../../../../sync/writes/defineWrite';
import { evictItem, readItem, serializeByItem } from '../checklistCache';
import { DeleteChecklistItemDocument } from '../ChecklistWrites.generated';

export const deleteItem = defineWrite({
  document: DeleteChecklistItemDocument,
  serialize: serializeByItem,
  show: (layer, { id }) => evictItem(layer, id, { isCounted: true }),
  apply: (cache, { deleteChecklistItem: { checklistItemId } }) =>
    evictItem(cache, checklistItemId, { isCounted: true }),
  hides: ({ id }) => [`ChecklistItem:${id}`],
  queue: {
    effect: ({ id }) => affectObjects([id]),
    title: (cache, { id }) => readItem(cache, id)?.text,
    isDoneWhenGone: true,
  },
});
