import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../../sync/client/acts';
import { waits } from '../../../sync/client/links';
import { newId } from '../../../sync/client/mutationId';
import { checklistTexts } from '../../../texts/checklist';
import { notify } from '../../../ui/notify';
import type { ChecklistItemFieldsFragment } from './Checklist.generated';
import { forgetItem, listItem, rankAfter } from './checklistCache';
import {
  AddChecklistItemDocument,
  AddChecklistItemsDocument,
  DeleteChecklistItemDocument,
  MoveChecklistItemDocument,
  UpdateChecklistItemDocument,
} from './ChecklistWrites.generated';

export type ChecklistItem = ChecklistItemFieldsFragment & { __typename?: 'ChecklistItem' };

const COUNTED = { isCounted: true };

/** What is done to a checklist goes to the server in the order in which it was done. */
const inTurnOf = (taskId: string) => ({ turn: `checklist:${taskId}` });

export interface NewItems {
  taskId: string;
  /** Each by an id of its own, so that it can be shown and changed before it is answered. */
  items: readonly { id: string; text: string }[];
  /** The id of the write, so that a repeat is recognised. */
  mutationId: string;
}

/** Adds one item, or several as one act. */
export const useAddItems = () => {
  const [addOne] = useMutation(AddChecklistItemDocument, {
    update: (cache, { data }) => {
      if (data) listItem(cache, data.addChecklistItem.checklistItem, COUNTED);
    },
  });
  const [addAll] = useMutation(AddChecklistItemsDocument, {
    update: (cache, { data }) => {
      for (const item of data?.addChecklistItems.checklistItems ?? []) listItem(cache, item, COUNTED);
    },
  });
  return async ({ taskId, items, mutationId }: NewItems): Promise<void> => {
    const [only, ...others] = items;
    const context = inTurnOf(taskId);
    if (only && others.length === 0) await addOne({ variables: { input: { taskId, ...only, mutationId } }, context });
    else await addAll({ variables: { input: { taskId, items: [...items], mutationId } }, context });
  };
};

/** Changes what an item says or ticks it; it shows at once, and goes back when it is refused. */
export const useUpdateItem = () => {
  const [mutate] = useMutation(UpdateChecklistItemDocument, {
    update: (cache, { data }) => {
      if (data) listItem(cache, data.updateChecklistItem.checklistItem, COUNTED);
    },
  });
  return (item: ChecklistItem, fields: { text?: string; done?: boolean }, version?: number) =>
    mutate({
      context: inTurnOf(item.taskId),
      variables: {
        input: { id: item.id, ...fields, ...(version !== undefined && { version }), mutationId: newId() },
      },
      optimisticResponse: {
        updateChecklistItem: {
          __typename: 'UpdateChecklistItemPayload',
          revision: 0,
          revisions: [],
          checklistItem: { ...item, ...fields, __typename: 'ChecklistItem' },
        },
      },
    });
};

/** Puts an item below another one, or at the top of its checklist. */
export const useMoveItem = () => {
  const [mutate] = useMutation(MoveChecklistItemDocument, {
    update: (cache, { data }) => {
      if (data) listItem(cache, data.moveChecklistItem.checklistItem);
    },
  });
  return (item: ChecklistItem, after: ChecklistItem | undefined, before: ChecklistItem | undefined) =>
    mutate({
      context: inTurnOf(item.taskId),
      variables: {
        input: { id: item.id, afterId: after?.id ?? null, beforeId: before?.id ?? null, mutationId: newId() },
      },
      optimisticResponse: {
        moveChecklistItem: {
          __typename: 'MoveChecklistItemPayload',
          revision: 0,
          revisions: [],
          checklistItem: { ...item, rank: rankAfter(after), __typename: 'ChecklistItem' },
        },
      },
    });
};

/** Takes an item off its checklist, and offers the way back. */
export const useDeleteItem = () => {
  const [mutate] = useMutation(DeleteChecklistItemDocument, {
    update: (cache, { data }) => {
      if (data) forgetItem(cache, data.deleteChecklistItem.checklistItemId, COUNTED);
    },
  });
  return async (item: ChecklistItem): Promise<void> => {
    const act = newId();
    const answer = await mutate({
      context: inTurnOf(item.taskId),
      variables: { input: { id: item.id, mutationId: act } },
      optimisticResponse: {
        deleteChecklistItem: {
          __typename: 'DeleteChecklistItemPayload',
          revision: 0,
          revisions: [],
          checklistItemId: item.id,
          taskId: item.taskId,
        },
      },
    });
    if (!waits(answer)) notify.success(checklistTexts.removed, undoButton(act));
  };
};
