import type { ApolloCache, Reference } from '@apollo/client';
import type { WriteMeta } from '../../../sync/writes/defineWrite';
import { isStored } from '../../../sync/writes/readStored';
import { lastRank } from '../model/readTask';
import {
  ChecklistItemFieldsFragmentDoc,
  type ChecklistItemFieldsFragment,
} from '../model/ChecklistItemFields.generated';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';

export type ChecklistItem = ChecklistItemFieldsFragment & { __typename?: 'ChecklistItem' };

// A type instead of an interface, because the cache requires an index signature.
type StoredTask = { checklist: readonly Reference[]; checklistTotal: number; checklistDone: number };

/** A character that sorts before all characters of ranks. A rank with it appended sorts directly after the rank. */
const FIRST = ' ';

/** Returns a rank until the server answers: directly below this item, or at the top. */
export const rankAfter = (item: Pick<Item, 'rank'> | undefined): string => (item ? `${item.rank}0` : FIRST);

type Item = Pick<ChecklistItemFieldsFragment, 'id' | 'rank' | 'done'>;

const identify = (cache: ApolloCache, typename: 'ChecklistItem' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

// Within an optimistic layer this reads the layer; outside it, only the server's data.
const readRef = (cache: ApolloCache, id: string | undefined): ChecklistItemFieldsFragment | null =>
  cache.readFragment({ id, fragment: ChecklistItemFieldsFragmentDoc });

/** Returns an item with its queued changes. */
export const readItem = (cache: ApolloCache, id: string): ChecklistItemFieldsFragment | null =>
  cache.readFragment({
    id: identify(cache, 'ChecklistItem', id),
    fragment: ChecklistItemFieldsFragmentDoc,
    optimistic: true,
  });

/** Writes to one checklist are sent in order. */
export const serializeByTask = ({ taskId }: { taskId: string }): string => `checklist:${taskId}`;

export const serializeByItem = ({ id }: { id: string }, cache: ApolloCache): string =>
  `checklist:${readItem(cache, id)?.taskId ?? id}`;

/** Ranks are compared by bytes. */
export const byRank = (a: Item, b: Item): number => {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** Updates the list of a task, if it is loaded. Also updates the counts of its items if no event will bring them. */
const changeList = (
  cache: ApolloCache,
  taskId: string,
  change: (refs: readonly Reference[]) => readonly Reference[],
  isCounted: boolean,
): void => {
  let items: readonly Item[] | undefined;
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', taskId),
    fields: {
      checklist: (refs) => {
        const known = change(refs).flatMap((ref) => readRef(cache, ref.__ref) ?? []);
        items = known.toSorted(byRank);
        return items.map(({ id }) => ({ __ref: identify(cache, 'ChecklistItem', id) ?? '' }));
      },
    },
  });
  if (!isCounted || !items) return;
  const [total, done] = [items.length, items.filter((item) => item.done).length];
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', taskId),
    fields: { checklistTotal: () => total, checklistDone: () => done },
  });
};

/** Adds an item that is in the cache to its place in the task's checklist. */
export const addItemToList = (
  cache: ApolloCache,
  item: { id: string; taskId: string },
  { isCounted = false } = {},
): void => {
  const id = identify(cache, 'ChecklistItem', item.id);
  if (id === undefined) return;
  const withIt = (refs: readonly Reference[]) => [...refs.filter((ref) => ref.__ref !== id), { __ref: id }];
  changeList(cache, item.taskId, withIt, isCounted);
};

/** Writes an item on the layer of a write, and lists it. */
export const showItem = (layer: ApolloCache, item: ChecklistItemFieldsFragment): void => {
  layer.writeFragment({
    id: identify(layer, 'ChecklistItem', item.id),
    fragment: ChecklistItemFieldsFragmentDoc,
    data: item,
  });
  addItemToList(layer, item, { isCounted: true });
};

/** Shows items that are queued. */
export const showNewItems = (
  layer: ApolloCache,
  taskId: string,
  items: readonly { id?: string | null; text: string }[],
  { at, isQueued }: WriteMeta,
): void => {
  // An edit needs the item's version, which is unknown until the answer. Edits of a queued item wait for it.
  if (!isQueued) return;
  for (const [index, { id, text }] of items.entries()) {
    if (!id || isStored(layer, 'ChecklistItem', id)) continue;
    showItem(layer, {
      __typename: 'ChecklistItem',
      id,
      taskId,
      projectId: '',
      text: text.trim(),
      done: false,
      rank: lastRank(at, index),
      version: 0,
    });
  }
};

/** Removes an item from its task's checklist and from the cache. */
export const evictItem = (cache: ApolloCache, itemId: string, { isCounted = false } = {}): void => {
  const id = identify(cache, 'ChecklistItem', itemId);
  const item = readRef(cache, id);
  if (!id || !item) return;
  changeList(cache, item.taskId, (refs) => refs.filter((ref) => ref.__ref !== id), isCounted);
  cache.evict({ id });
};

interface ItemChange {
  entityId: string;
  movedTo: string | null;
  task: TaskFieldsFragment | null;
  checklistItem: ChecklistItemFieldsFragment | null;
}

export const applyItemChange = (cache: ApolloCache, { entityId, movedTo, task, checklistItem }: ItemChange): void => {
  // The task contains the number of its items.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (!checklistItem) {
    if (!movedTo) evictItem(cache, entityId);
    return;
  }
  cache.writeFragment({ fragment: ChecklistItemFieldsFragmentDoc, data: checklistItem });
  addItemToList(cache, checklistItem);
};
