import { type RawBuilder, sql } from 'kysely';
import { PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, keyIn, wantedKeys } from '../request/loaders.js';
import type { Parent } from '../request/nestedPages.js';
import { entityRows, fieldNamesExcept, type RowOf } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { definePartReads } from '../tasks/partReads.js';
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

export const {
  loadFromFeed: feedChecklistItemLoader,
  getTaskId: getItemTaskId,
  readLocation: readItemLocation,
} = definePartReads('Checklist item', CHECKLIST_ITEMS, 'checklist_item', 'i');

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
