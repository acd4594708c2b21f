import { type RawBuilder, sql } from 'kysely';
import { PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, feedLoader, keyIn, wantedKeys } from '../request/loaders.js';
import type { Parent } from '../request/nestedPages.js';
import { isInScope } from '../request/program.js';
import { entityRows, fieldNamesExcept, type RowOf } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { ChecklistItemSchema } from './checklistItem.entity.js';

export const CHECKLIST_ITEMS = entityRows(
  ChecklistItemSchema,
  'i',
  fieldNamesExcept(ChecklistItemSchema, ...SOFT_DELETE_FIELDS),
);
export type ChecklistItemRow = RowOf<typeof CHECKLIST_ITEMS>;

const checklistLoader = defineLoader<ChecklistItemRow[]>(async (ctx, keys) => {
  const rows = await CHECKLIST_ITEMS.read(
    ctx.em,
    sql`from ${wantedKeys(keys)}
      join checklist_item i on i.task_id = wanted.id and i.project_id = wanted.project_id and i.deleted_at is null
      order by i.task_id, i.rank, i.id ${PREPARABLE}`,
  );
  return Map.groupBy(rows, ({ projectId, taskId }) => keyIn(projectId, taskId));
});

/** Reads the checklist of a task in order. The caller must have checked access to the task. */
export const readChecklist = async (ctx: Context, { projectId, id }: Parent): Promise<ChecklistItemRow[]> =>
  (await checklistLoader(ctx).load(keyIn(projectId, id))) ?? [];

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

/** Returns the task id of an item, which can be deleted, for the feed. */
export const getItemTaskId = async (ctx: Context, key: string): Promise<string | null> =>
  (await feedChecklistItemLoader(ctx).load(key))?.taskId ?? (await deletedItemLoader(ctx).load(key))?.taskId ?? null;

/**
 * Throws NOT_FOUND if the item does not exist or the viewer cannot see its project. Finds deleted items as well,
 * because a repeated request can name one.
 */
export async function readItemLocation(ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> {
  const member = sql`join project_member m on m.project_id = i.project_id and ${isInScope(requireViewer(ctx))}`;
  const rest = sql`from checklist_item i ${member} where i.id = ${id}`;
  return CHECKLIST_ITEMS.pick('projectId', 'taskId').one(ctx.em, 'Checklist item', rest);
}

const isVisible = (ctx: Context): RawBuilder<unknown> =>
  sql`i.deleted_at is null and i.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** Throws NOT_FOUND if the item is absent or not visible to the viewer. */
export const readChecklistItem = (ctx: Context, id: string): Promise<ChecklistItemRow> =>
  CHECKLIST_ITEMS.one(ctx.em, 'Checklist item', sql`from checklist_item i where i.id = ${id} and ${isVisible(ctx)}`);

/** Returns the items that still exist and are visible to the viewer, in order. */
export const readChecklistItems = (ctx: Context, ids: readonly string[]): Promise<ChecklistItemRow[]> =>
  CHECKLIST_ITEMS.read(
    ctx.em,
    sql`from checklist_item i where i.id = any(${[...ids]}::uuid[]) and ${isVisible(ctx)} order by i.rank, i.id`,
  );
