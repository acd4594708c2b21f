import { affectObjects, defineWrite } from '../../../../sync/writes/defineWrite';
import { addItemToList, rankAfter, readItem, serializeByItem, showItem } from '../checklistCache';
import { MoveChecklistItemDocument } from '../ChecklistWrites.generated';

export const moveItem = defineWrite({
  document: MoveChecklistItemDocument,
  serialize: serializeByItem,
  show: (layer, { id, afterId }) => {
    const item = readItem(layer, id);
    if (item) showItem(layer, { ...item, rank: rankAfter((afterId && readItem(layer, afterId)) || undefined) });
  },
  apply: (cache, { moveChecklistItem: { checklistItem } }) => addItemToList(cache, checklistItem),
  queue: {
    effect: ({ id }) => affectObjects([id], ['rank']),
    title: (cache, { id }) => readItem(cache, id)?.text,
    versions: ({ moveChecklistItem: { checklistItem, revision } }) => ({ [checklistItem.id]: revision }),
  },
});
