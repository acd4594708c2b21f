import { type RawBuilder, sql } from 'kysely';
import { TOMBSTONE } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader, feedLoader, keyIn } from '../kernel/loaders.js';
import type { Parent } from '../kernel/nestedPages.js';
import { isTheirs } from '../kernel/program.js';
import { entityRows, fieldsBut, type RowOf } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { ChecklistItemSchema } from './checklistItem.entity.js';

/** An item as the API shows one. */
export const CHECKLIST_ITEMS = entityRows(ChecklistItemSchema, 'i', fieldsBut(ChecklistItemSchema, ...TOMBSTONE));
export type ChecklistItemRow = RowOf<typeof CHECKLIST_ITEMS>;

const checklistLoader = defineLoader<ChecklistItemRow[]>(async (ctx, keys) => {
  const pairs = keys.map((key) => key.split(':'));
  const rows = await CHECKLIST_ITEMS.read(
    ctx.em,
    sql`from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[]) as wanted(project_id, id)
      join checklist_item i on i.task_id = wanted.id and i.project_id = wanted.project_id and i.deleted_at is null
      order by i.task_id, i.rank, i.id`,
  );
  return Map.groupBy(rows, ({ projectId, taskId }) => keyIn(projectId, taskId));
});

/** The checklist of a task that the caller has already found visible, in its order; one statement for all of a request. */
export const readChecklist = async (ctx: Context, { projectId, id }: Parent): Promise<ChecklistItemRow[]> =>
  (await checklistLoader(ctx).load(keyIn(projectId, id))) ?? [];

/** Items for the feed. */
export const feedChecklistItemLoader = feedLoader(
  CHECKLIST_ITEMS,
  ({ id }) => id,
  sql`checklist_item i on i.id = wanted.id and i.project_id = wanted.project_id and i.deleted_at is null
    join project p on p.id = i.project_id and p.deleted_at is null`,
);

const deletedItemLoader = feedLoader(
  CHECKLIST_ITEMS.pick('projectId', 'id', 'taskId'),
  ({ id }) => id,
  sql`checklist_item i on i.id = wanted.id and i.project_id = wanted.project_id`,
);

/** The task that an item of the feed belongs to; asked for by itself only where the item is deleted. */
export const taskIdOfItem = async (ctx: Context, key: string): Promise<string | null> =>
  (await feedChecklistItemLoader(ctx).load(key))?.taskId ?? (await deletedItemLoader(ctx).load(key))?.taskId ?? null;

/** Where an item belongs, deleted ones included (repeats ask); NOT_FOUND when absent or foreign. */
export async function placeOfItem(ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> {
  const theirs = sql`join project_member m on m.project_id = i.project_id and ${isTheirs(requireViewer(ctx))}`;
  const rest = sql`from checklist_item i ${theirs} where i.id = ${id}`;
  return CHECKLIST_ITEMS.pick('projectId', 'taskId').one(ctx.em, 'Checklist item', rest);
}

const isVisible = (ctx: Context): RawBuilder<unknown> =>
  sql`i.deleted_at is null and i.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** One of the items the viewer may see; NOT_FOUND when absent or foreign. */
export const readChecklistItem = (ctx: Context, id: string): Promise<ChecklistItemRow> =>
  CHECKLIST_ITEMS.one(ctx.em, 'Checklist item', sql`from checklist_item i where i.id = ${id} and ${isVisible(ctx)}`);

/** Those of these items that are left and the viewer may see, in their order. */
export const readChecklistItems = (ctx: Context, ids: readonly string[]): Promise<ChecklistItemRow[]> =>
  CHECKLIST_ITEMS.read(
    ctx.em,
    sql`from checklist_item i where i.id = any(${[...ids]}::uuid[]) and ${isVisible(ctx)} order by i.rank, i.id`,
  );
