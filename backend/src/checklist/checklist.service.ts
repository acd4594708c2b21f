import { sql } from 'kysely';
import type * as v from 'valibot';
import {
  addChecklistItemSchema,
  addChecklistItemsSchema,
  moveChecklistItemSchema,
  updateChecklistItemSchema,
} from '../../contract/checklist.js';
import { CHECKLIST } from '../../contract/limits.js';
import { bury, NOT_DELETED } from '../db/tombstone.js';
import { command, leftBy, type Tx, type Written } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { conflict, invalid, notFound } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { collisions } from '../kernel/merge.js';
import { parse } from '../kernel/parse.js';
import { endRanks } from '../kernel/rank.js';
import { limitCreates } from '../kernel/rates.js';
import { projectOfTask } from '../tasks/task.reads.js';
import { loadForWrite, wherever } from '../tasks/task.service.js';
import {
  CHECKLIST_ITEMS,
  type ChecklistItemRow,
  placeOfItem,
  readChecklistItem,
  readChecklistItems,
} from './checklist.reads.js';
import type {
  AddChecklistItemsPayload,
  ChecklistItemWrittenType,
  DeleteChecklistItemPayload,
} from './checklist.types.js';
import { ChecklistItem } from './checklistItem.entity.js';
import { rankBeside, respaceChecklist } from './placement.js';

const written = ({ result, ...left }: Written<ChecklistItemRow>): ChecklistItemWrittenType => ({
  checklistItem: CHECKLIST_ITEMS.of(result),
  ...leftBy(left),
});

type NewItem = v.InferOutput<typeof addChecklistItemSchema>;

/** Makes items at the end of a checklist; refuses, at a field, more than it may have. */
async function addTo(
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
    throw invalid({ [field]: [`A checklist can have at most ${CHECKLIST.max} items`] });
  }
  const chosen = items.map(({ id }) => id);
  await refuseForeignIds(tx.em, 'checklist_item', chosen);
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

/** Adds an item to the end of a task's checklist. Every member may. CONFLICT when the chosen id exists. */
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
        const [item] = await addTo(tx, { taskId, projectId }, [input], 'text');
        return item as ChecklistItem;
      },
      receipt: (made) => ({ id: made.id }),
      repeat: ({ id: made = '' }) => readChecklistItem(ctx, made),
    }).catch(refuseKnownId('checklist_item', () => readChecklistItem(ctx, input.id ?? '')));
  return written(await wherever(() => projectOfTask(ctx, taskId), add));
}

/** Adds several items as one act, in the order given: all of them or none. */
export async function addChecklistItems(
  ctx: Context,
  rawTaskId: unknown,
  raw: unknown,
): Promise<AddChecklistItemsPayload> {
  const taskId = parseId(rawTaskId);
  const input = parse(addChecklistItemsSchema, raw);
  const ids = input.items.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalid({ items: ['Two of these items have one id'] });
  await limitCreates(ctx, CHECKLIST.bulkPoints);
  const add = (projectId: string) =>
    command<ChecklistItemRow[]>(ctx, {
      operation: 'addChecklistItems',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: (tx) => addTo(tx, { taskId, projectId }, input.items, 'items'),
      receipt: (made) => ({ ids: made.map(({ id }) => id).join() }),
      repeat: ({ ids: made = '' }) => readChecklistItems(ctx, made.split(',')),
    }).catch(refuseKnownId('checklist_item', async () => (await readChecklistItems(ctx, ids))[0]));
  const { result, ...left } = await wherever(() => projectOfTask(ctx, taskId), add);
  return { checklistItems: result.map((item) => CHECKLIST_ITEMS.of(item)), ...leftBy(left) };
}

/** Which item is meant, and of which task if that is said. */
export interface WhichItem {
  id: unknown;
  taskId?: unknown;
}

/** One write to one item; NOT_FOUND when it is absent, foreign or gone. */
async function changeItem(
  ctx: Context,
  which: WhichItem,
  operation: string,
  input: object,
  change: (tx: Tx, item: ChecklistItem) => Promise<void>,
): Promise<Written<ChecklistItemRow>> {
  const id = parseId(which.id);
  const find = async () => {
    const place = await placeOfItem(ctx, id);
    if (which.taskId != null && parseId(which.taskId) !== place.taskId) throw notFound('Checklist item');
    return place.projectId;
  };
  return wherever(find, (projectId) =>
    command<ChecklistItemRow>(ctx, {
      operation,
      input: { id, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        const item = await tx.em.findOne(ChecklistItem, { id, projectId, deletedAt: null });
        if (!item) throw notFound('Checklist item');
        await change(tx, item);
        return item;
      },
      repeat: () => readChecklistItem(ctx, id),
    }),
  );
}

/** Changes what an item says, or ticks it. With `version`, CONFLICT when that was changed since to something else. */
export async function updateChecklistItem(
  ctx: Context,
  which: WhichItem,
  raw: unknown,
): Promise<ChecklistItemWrittenType> {
  const { version, ...fields } = parse(updateChecklistItemSchema, raw);
  const done = await changeItem(ctx, which, 'updateChecklistItem', { version, ...fields }, async (tx, item) => {
    if ((await collisions(tx.em, item, fields, version, tx.revisionOf(item.projectId))).length > 0) {
      throw conflict('Somebody else has changed this item', CHECKLIST_ITEMS.of(item));
    }
    tx.em.assign(item, fields);
  });
  return written(done);
}

/** Puts an item between the named neighbours, or at the end of its checklist. */
export async function moveChecklistItem(
  ctx: Context,
  which: WhichItem,
  raw: unknown,
): Promise<ChecklistItemWrittenType> {
  const input = parse(moveChecklistItemSchema, raw);
  const done = await changeItem(ctx, which, 'moveChecklistItem', input, async (tx, item) => {
    item.rank = await rankBeside(tx, item, input);
    await respaceChecklist(tx, item);
  });
  return written(done);
}

/** Takes an item off its checklist. */
export async function deleteChecklistItem(ctx: Context, which: WhichItem): Promise<DeleteChecklistItemPayload> {
  const id = parseId(which.id);
  const { taskId } = await placeOfItem(ctx, id);
  const done = await changeItem(ctx, which, 'deleteChecklistItem', {}, async (tx, item) =>
    bury(item, tx.viewer.userId, tx.revisionOf(item.projectId), tx.now),
  );
  return { checklistItemId: id, taskId, ...leftBy(done) };
}
