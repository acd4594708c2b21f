import { sql } from 'kysely';
import type * as v from 'valibot';
import {
  addChecklistItemSchema,
  addChecklistItemsSchema,
  moveChecklistItemSchema,
  turnIntoTaskSchema,
  updateChecklistItemSchema,
} from '../../contract/checklist.js';
import { CHECKLIST } from '../../contract/limits.js';
import { softDelete, NOT_DELETED } from '../platform/database/softDelete.js';
import { toPayload, command, pickRevisions, type Tx, type Written } from '../write/command.js';
import { createdObject, createdObjects } from '../write/created.js';
import type { Context } from '../request/context.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { conflict, fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { applyPatch } from '../write/merge.js';
import { parse } from '../platform/lib/parse.js';
import { endRanks } from '../platform/database/rank.js';
import { limitCreates } from '../request/rates.js';
import { ranksAtEnd } from '../tasks/placement.js';
import type { Task } from '../tasks/task.entity.js';
import { presentTask } from '../tasks/task.presenter.js';
import { readTask, readTaskProjectId, type TaskRow, toTaskRow } from '../tasks/task.reads.js';
import { loadForWrite, newTask, retryIfMoved } from '../tasks/task.service.js';
import { getColumns } from '../tasks/taskColumn.js';
import { requireParent } from '../tasks/taskTree.js';
import {
  CHECKLIST_ITEMS,
  type ChecklistItemRow,
  readItemLocation,
  readChecklistItem,
  readChecklistItems,
} from './checklist.reads.js';
import type {
  AddChecklistItemsPayload,
  ChecklistItemWrittenType,
  DeleteChecklistItemPayload,
  TurnIntoTaskPayload,
} from './checklist.types.js';
import { ChecklistItem } from './checklistItem.entity.js';
import { rankBeside, respaceChecklist } from './placement.js';

const toItemPayload = toPayload('checklistItem', CHECKLIST_ITEMS);

type NewItem = v.InferOutput<typeof addChecklistItemSchema>;
type ItemPatch = v.InferOutput<typeof updateChecklistItemSchema>;

export const CHECKLIST_FULL = fieldError('checklistFull', `A checklist can have at most ${CHECKLIST.max} items`, {
  max: CHECKLIST.max,
});

/** Creates items at the end of a checklist. Reports too many items at `field`. */
export async function createItems(
  tx: Tx,
  { taskId, projectId }: { taskId: string; projectId: string },
  items: readonly NewItem[],
  field: string,
): Promise<ChecklistItem[]> {
  await loadForWrite(tx, projectId, taskId);
  const { rows } = await sql<{ count: number; greatest: string | null }>`
    select count(*) filter (where deleted_at is null)::int as count, max(rank) as greatest
    from checklist_item where task_id = ${taskId}`.execute(tx.em.getKysely());
  const { count = 0, greatest = null } = rows[0] ?? {};
  if (count + items.length > CHECKLIST.max) {
    throw invalid({ [field]: CHECKLIST_FULL });
  }
  const chosen = items.map(({ id }) => id);
  await requireUnusedIds(tx.em, 'checklist_item', chosen);
  const ranks = endRanks(tx.now, greatest, items.length);
  return items.map(({ id, text }, at) =>
    tx.em.create(ChecklistItem, {
      id: id ?? newId(),
      projectId,
      taskId,
      text,
      done: false,
      rank: ranks[at] ?? '',
      version: 0,
      createdAt: tx.now,
      updatedAt: tx.now,
      ...NOT_DELETED,
    }),
  );
}

/** Adds an item to the end of a task's checklist. Throws CONFLICT if the chosen id exists. */
export async function addChecklistItem(
  ctx: Context,
  rawTaskId: unknown,
  raw: unknown,
): Promise<ChecklistItemWrittenType> {
  const taskId = parseId(rawTaskId);
  const input = parse(addChecklistItemSchema, raw);
  await limitCreates(ctx);
  const add = (projectId: string) =>
    command<ChecklistItemRow>(ctx, {
      operation: 'addChecklistItem',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        const [item] = await createItems(tx, { taskId, projectId }, [input], 'text');
        return item as ChecklistItem;
      },
      ...createdObject<ChecklistItemRow>((made) => readChecklistItem(ctx, made)),
    }).catch(rejectDuplicateId('checklist_item', () => readChecklistItem(ctx, input.id ?? '')));
  return toItemPayload(await retryIfMoved(() => readTaskProjectId(ctx, taskId), add));
}

/** Adds several items in one command, in the order given. */
export async function addChecklistItems(
  ctx: Context,
  rawTaskId: unknown,
  raw: unknown,
): Promise<AddChecklistItemsPayload> {
  const taskId = parseId(rawTaskId);
  const input = parse(addChecklistItemsSchema, raw);
  const ids = input.items.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length)
    throw invalid({ items: fieldError('repeated', 'Two of these items have one id') });
  // A repeat, which is answered from its receipt, costs one point.
  await limitCreates(ctx);
  const add = (projectId: string) =>
    command<ChecklistItemRow[]>(ctx, {
      operation: 'addChecklistItems',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        const items = await createItems(tx, { taskId, projectId }, input.items, 'items');
        await limitCreates(ctx, CHECKLIST.bulkPoints - 1);
        return items;
      },
      ...createdObjects((made) => readChecklistItems(ctx, made)),
    }).catch(rejectDuplicateId('checklist_item', async () => (await readChecklistItems(ctx, ids))[0]));
  const { result, ...left } = await retryIfMoved(() => readTaskProjectId(ctx, taskId), add);
  return { checklistItems: result.map((item) => CHECKLIST_ITEMS.of(item)), ...pickRevisions(left) };
}

export interface ItemReference {
  id: unknown;
  /** If given, the item must belong to this task. */
  taskId?: unknown;
}

type ItemPlace = Awaited<ReturnType<typeof readItemLocation>>;

/**
 * Returns the place of an item. Throws NOT_FOUND if the item does not exist, is in a project that the viewer cannot
 * see, or belongs to another task than the given one.
 */
async function findItemPlace(ctx: Context, which: ItemReference): Promise<ItemPlace> {
  const place = await readItemLocation(ctx, parseId(which.id));
  if (which.taskId != null && parseId(which.taskId) !== place.taskId) throw notFound('Checklist item');
  return place;
}

/** Loads an item of a locked project. Throws NOT_FOUND if it is deleted. */
async function loadItem(tx: Tx, projectId: string, id: string): Promise<ChecklistItem> {
  const item = await tx.em.findOne(ChecklistItem, { id, projectId, deletedAt: null });
  if (!item) throw notFound('Checklist item');
  return item;
}

/**
 * Runs a command on one item. Throws NOT_FOUND if the item does not exist, is deleted, or is in a project that the
 * viewer cannot see.
 */
async function runOnItem(
  ctx: Context,
  which: ItemReference,
  operation: string,
  input: object,
  change: (tx: Tx, item: ChecklistItem) => Promise<void>,
): Promise<Written<ChecklistItemRow>> {
  const id = parseId(which.id);
  return retryIfMoved(
    () => findItemPlace(ctx, which),
    ({ projectId }) =>
      command<ChecklistItemRow>(ctx, {
        operation,
        input: { id, ...input },
        projectIds: [projectId],
        run: async (tx) => {
          const item = await loadItem(tx, projectId, id);
          await change(tx, item);
          return item;
        },
        repeat: () => readChecklistItem(ctx, id),
      }),
  );
}

/** Changes fields of an item of a locked project. Throws CONFLICT if one was changed to a different value since `version`. */
export const patchItem = (tx: Tx, item: ChecklistItem, patch: ItemPatch): Promise<void> =>
  applyPatch(tx, item, item.projectId, patch, () =>
    conflict('Someone else has changed this item', CHECKLIST_ITEMS.of(item)),
  );

/** Changes the given fields. Throws CONFLICT if one was changed to a different value since `version`. */
export async function updateChecklistItem(
  ctx: Context,
  which: ItemReference,
  raw: unknown,
): Promise<ChecklistItemWrittenType> {
  const { version, ...fields } = parse(updateChecklistItemSchema, raw);
  // The version comes first, because 0.3.0 hashes inputs in this order.
  const patch = { version, ...fields };
  const done = await runOnItem(ctx, which, 'updateChecklistItem', patch, (tx, item) => patchItem(tx, item, patch));
  return toItemPayload(done);
}

/** Moves an item between the named neighbors, or to the end of its checklist. */
export async function moveChecklistItem(
  ctx: Context,
  which: ItemReference,
  raw: unknown,
): Promise<ChecklistItemWrittenType> {
  const input = parse(moveChecklistItemSchema, raw);
  const done = await runOnItem(ctx, which, 'moveChecklistItem', input, async (tx, item) => {
    item.rank = await rankBeside(tx, item, input);
    await respaceChecklist(tx, item);
  });
  return toItemPayload(done);
}

export async function deleteChecklistItem(ctx: Context, which: ItemReference): Promise<DeleteChecklistItemPayload> {
  const id = parseId(which.id);
  const remove = async ({ projectId, taskId }: ItemPlace) => {
    const done = await command(ctx, {
      operation: 'deleteChecklistItem',
      input: { id },
      projectIds: [projectId],
      run: async (tx) => {
        const item = await loadItem(tx, projectId, id);
        softDelete(item, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
      },
    });
    return { checklistItemId: id, taskId, ...pickRevisions(done) };
  };
  return retryIfMoved(() => findItemPlace(ctx, which), remove);
}

/**
 * Replaces an item by a subtask of its task: open at the end of the first column, or done if the item is checked. Throws
 * VALIDATION_FAILED if that is too deep.
 */
export async function turnIntoTask(ctx: Context, which: ItemReference, raw: unknown): Promise<TurnIntoTaskPayload> {
  const itemId = parseId(which.id);
  const { id: chosen } = parse(turnIntoTaskSchema, raw);
  await limitCreates(ctx);
  const id = chosen ?? newId();
  const find = () => findItemPlace(ctx, which);
  const replace = ({ projectId }: ItemPlace) =>
    command<Task | TaskRow>(ctx, {
      operation: 'turnIntoTask',
      input: { itemId, id: chosen },
      projectIds: [projectId],
      run: async (tx) => {
        const item = await loadItem(tx, projectId, itemId);
        const parent = await loadForWrite(tx, projectId, item.taskId);
        await requireUnusedIds(tx.em, 'task', [chosen]);
        await requireParent(tx, projectId, null, parent.id, 'itemId');
        const columns = await getColumns(tx, projectId);
        const [rank = ''] = await ranksAtEnd(tx, projectId, 1);
        softDelete(item, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
        return newTask(tx, {
          id,
          projectId,
          parentId: parent.id,
          title: item.text,
          description: '',
          priority: parent.priority,
          column: columns.first(item.done ? 'DONE' : 'TODO'),
          rank,
          dueDate: null,
          tags: [],
          assigneeId: null,
        });
      },
      ...createdObject<Task | TaskRow>((made) => readTask(ctx, made)),
    }).catch(rejectDuplicateId('task', async () => presentTask(ctx, await readTask(ctx, id))));
  const { result, ...done } = await retryIfMoved(find, replace);
  return { task: toTaskRow(result), checklistItemId: itemId, ...pickRevisions(done) };
}
