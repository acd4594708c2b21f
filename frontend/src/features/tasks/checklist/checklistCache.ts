import type { ApolloCache, Reference } from '@apollo/client';
import { ChecklistItemFieldsFragmentDoc, type ChecklistItemFieldsFragment } from './Checklist.generated';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';

// An interface would not do as the record that the cache asks for.
type StoredTask = { checklist: readonly Reference[]; checklistTotal: number; checklistDone: number };

/** Before all that ranks are made of, and a text that is right after another one whatever follows that. */
const FIRST = ' ';

/** The rank until the server has given one: right below this item, or at the top. */
export const rankAfter = (item: Pick<Item, 'rank'> | undefined): string => (item ? `${item.rank}0` : FIRST);

type Item = Pick<ChecklistItemFieldsFragment, 'id' | 'rank' | 'done'>;

const identify = (cache: ApolloCache, typename: 'ChecklistItem' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

const readItem = (cache: ApolloCache, id: string | undefined): ChecklistItemFieldsFragment | null =>
  cache.readFragment({ id, fragment: ChecklistItemFieldsFragmentDoc });

/** Ranks are compared by bytes. */
export const byRank = (a: Item, b: Item): number => {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** Puts the list of a task right, where it is known; counts its items where told so, as nobody else has told of them. */
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
        const known = change(refs).flatMap((ref) => readItem(cache, ref.__ref) ?? []);
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

/** Puts an item, which is in the cache, at its place in its task's checklist. */
export const listItem = (
  cache: ApolloCache,
  item: { id: string; taskId: string },
  { isCounted = false } = {},
): void => {
  const id = identify(cache, 'ChecklistItem', item.id);
  if (id === undefined) return;
  const withIt = (refs: readonly Reference[]) => [...refs.filter((ref) => ref.__ref !== id), { __ref: id }];
  changeList(cache, item.taskId, withIt, isCounted);
};

/** Takes an item out of its task's checklist and out of the cache. */
export const forgetItem = (cache: ApolloCache, itemId: string, { isCounted = false } = {}): void => {
  const id = identify(cache, 'ChecklistItem', itemId);
  const item = readItem(cache, id);
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

/** Shows a change of an item that came over the feed. */
export const applyItemChange = (cache: ApolloCache, { entityId, movedTo, task, checklistItem }: ItemChange): void => {
  // It brings the number of its items.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (!checklistItem) {
    if (!movedTo) forgetItem(cache, entityId);
    return;
  }
  cache.writeFragment({ fragment: ChecklistItemFieldsFragmentDoc, data: checklistItem });
  listItem(cache, checklistItem);
};
