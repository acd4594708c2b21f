import type { ApolloCache } from '@apollo/client';
import type {
  AddChecklistItemInput,
  AddChecklistItemsInput,
  DeleteChecklistItemInput,
  MoveChecklistItemInput,
  UpdateChecklistItemInput,
} from '../client/schema.generated';
import {
  ChecklistItemFieldsFragmentDoc,
  type ChecklistItemFieldsFragment,
} from '../../features/tasks/checklist/Checklist.generated';
import { forgetItem, listItem, rankAfter } from '../../features/tasks/checklist/checklistCache';
import {
  AddChecklistItemDocument,
  AddChecklistItemsDocument,
  DeleteChecklistItemDocument,
  MoveChecklistItemDocument,
  UpdateChecklistItemDocument,
} from '../../features/tasks/checklist/ChecklistWrites.generated';
import { waitingTexts } from '../../texts/waiting';
import { operation, type Made } from './operation';
import { ALL } from './queue';
import { titleOf } from './taskOperations';

const { words } = waitingTexts;
const COUNTED = { isCounted: true };

const itemOf = (cache: ApolloCache, id: string): ChecklistItemFieldsFragment | null =>
  cache.readFragment({
    id: cache.identify({ __typename: 'ChecklistItem', id }),
    fragment: ChecklistItemFieldsFragmentDoc,
    optimistic: true,
  });

const showItem = (layer: ApolloCache, item: ChecklistItemFieldsFragment): void => {
  layer.writeFragment({
    id: layer.identify({ __typename: 'ChecklistItem', id: item.id }),
    fragment: ChecklistItemFieldsFragmentDoc,
    data: item,
  });
  listItem(layer, item, COUNTED);
};

const textOf = (cache: ApolloCache, id: string): string => itemOf(cache, id)?.text ?? waitingTexts.unknownItem;

/** Above every rank there is, in the order in which they were added: the end of the list. */
const rankOf = (at: string, place: number): string =>
  `zz${Date.parse(at).toString(36)}${String(place).padStart(3, '0')}`;

const showNew = (
  layer: ApolloCache,
  taskId: string,
  items: readonly { id?: string | null; text: string }[],
  { at }: Made,
): void => {
  for (const [place, { id, text }] of items.entries()) {
    if (!id) continue;
    showItem(layer, {
      __typename: 'ChecklistItem',
      id,
      taskId,
      projectId: '',
      text: text.trim(),
      done: false,
      rank: rankOf(at, place),
      version: 0,
    });
  }
};

const addItem = operation({
  document: AddChecklistItemDocument,
  effect: ({ id, taskId }: AddChecklistItemInput) => ({
    objects: id ? [id] : [],
    needs: [taskId],
    fields: [ALL],
    isNew: true,
  }),
  title: (cache, { taskId }) => titleOf(cache, taskId),
  words: ({ text }, title) => words.addItems(title, [text]),
  text: () => 'text',
  show: (layer, { taskId, ...item }, made) => showNew(layer, taskId, [item], made),
  answer: (cache, { addChecklistItem: { checklistItem } }) => listItem(cache, checklistItem, COUNTED),
  versions: ({ addChecklistItem: { checklistItem } }) => ({ [checklistItem.id]: checklistItem.version }),
});

const addItems = operation({
  document: AddChecklistItemsDocument,
  effect: ({ taskId, items }: AddChecklistItemsInput) => ({
    objects: items.flatMap(({ id }) => id ?? []),
    needs: [taskId],
    fields: [ALL],
    isNew: true,
  }),
  title: (cache, { taskId }) => titleOf(cache, taskId),
  words: ({ items }, title) =>
    words.addItems(
      title,
      items.map(({ text }) => text),
    ),
  show: (layer, { taskId, items }, made) => showNew(layer, taskId, items, made),
  answer: (cache, { addChecklistItems: { checklistItems } }) => {
    for (const item of checklistItems) listItem(cache, item, COUNTED);
  },
  versions: ({ addChecklistItems: { checklistItems } }) =>
    Object.fromEntries(checklistItems.map(({ id, version }) => [id, version])),
});

const updateItem = operation({
  document: UpdateChecklistItemDocument,
  effect: ({ id, text, done }: UpdateChecklistItemInput) => ({
    objects: [id],
    needs: [],
    fields: [...(text == null ? [] : ['text']), ...(done == null ? [] : ['done'])],
    isNew: false,
  }),
  title: (cache, { id }) => textOf(cache, id),
  words: ({ text, done }, title) =>
    text == null ? words.tickItem(title, done === true) : words.updateItem(title, text),
  text: ({ text }) => (text == null ? undefined : 'text'),
  show: (layer, { id, text, done }) => {
    const item = itemOf(layer, id);
    if (item) showItem(layer, { ...item, text: text ?? item.text, done: done ?? item.done });
  },
  answer: (cache, { updateChecklistItem: { checklistItem } }) => listItem(cache, checklistItem, COUNTED),
  versions: ({ updateChecklistItem: { checklistItem, revision } }) => ({ [checklistItem.id]: revision }),
});

const moveItem = operation({
  document: MoveChecklistItemDocument,
  effect: ({ id }: MoveChecklistItemInput) => ({ objects: [id], needs: [], fields: ['rank'], isNew: false }),
  title: (cache, { id }) => textOf(cache, id),
  words: (_input, title) => words.moveItem(title),
  show: (layer, { id, afterId }) => {
    const item = itemOf(layer, id);
    if (item) showItem(layer, { ...item, rank: rankAfter((afterId && itemOf(layer, afterId)) || undefined) });
  },
  answer: (cache, { moveChecklistItem: { checklistItem } }) => listItem(cache, checklistItem),
  versions: ({ moveChecklistItem: { checklistItem, revision } }) => ({ [checklistItem.id]: revision }),
});

const deleteItem = operation({
  document: DeleteChecklistItemDocument,
  effect: ({ id }: DeleteChecklistItemInput) => ({ objects: [id], needs: [], fields: [ALL], isNew: false }),
  title: (cache, { id }) => textOf(cache, id),
  words: (_input, title) => words.deleteItem(title),
  isDoneWhenGone: true,
  show: (layer, { id }) => forgetItem(layer, id, COUNTED),
  answer: (cache, { deleteChecklistItem: { checklistItemId } }) => forgetItem(cache, checklistItemId, COUNTED),
});

/** Writes to checklists, all of which may wait. */
export const checklistOperations = {
  AddChecklistItem: addItem,
  AddChecklistItems: addItems,
  UpdateChecklistItem: updateItem,
  MoveChecklistItem: moveItem,
  DeleteChecklistItem: deleteItem,
};
