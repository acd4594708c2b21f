import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { entityRows, fieldNamesExcept, type RowOf } from '../platform/database/rows.js';
import { badRequest } from '../platform/lib/errors.js';
import { visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, feedLoader, keyIn, personalLoader, wantedKeys } from '../request/loaders.js';
import type { Parent } from '../request/nestedPages.js';
import { TaskRelationSchema } from './relation.entity.js';

export const RELATIONS = entityRows(
  TaskRelationSchema,
  'r',
  fieldNamesExcept(TaskRelationSchema, ...SOFT_DELETE_FIELDS),
);
export type RelationRow = RowOf<typeof RELATIONS>;

/** Joins the tasks of `task_relation r`: a relation to a deleted task is not shown. */
const WITH_TASKS = sql`
  join task a on a.id = r.task_id and a.project_id = r.project_id and a.deleted_at is null
  join task b on b.id = r.other_id and b.project_id = r.project_id and b.deleted_at is null`;

interface RelationOf {
  taskId: string;
  relation: RelationRow;
  /** The size of the description of the other task. */
  otherBytes: number;
}

const OF_TASKS = RELATIONS.with({
  wantedId: sql<string>`wanted.id`,
  otherBytes: sql<number>`octet_length(case when r.task_id = wanted.id then b.description else a.description end)`,
});

const relationsLoader = defineLoader<RelationOf[]>(async (ctx, keys) => {
  const rows = await OF_TASKS.read(
    ctx.em,
    sql`from ${wantedKeys(keys)}
      join task_relation r on (r.task_id = wanted.id or r.other_id = wanted.id) and r.project_id = wanted.project_id
        and r.deleted_at is null ${WITH_TASKS}
      order by r.created_at, r.id ${PREPARABLE}`,
  );
  const all = rows.map(({ wantedId, otherBytes, ...relation }) => ({ taskId: wantedId, relation, otherBytes }));
  return Map.groupBy(all, ({ taskId, relation }) => keyIn(relation.projectId, taskId));
});

const readOf = async (ctx: Context, { projectId, id }: Parent): Promise<RelationOf[]> =>
  (await relationsLoader(ctx).load(keyIn(projectId, id))) ?? [];

/** Reads the relations of a task, oldest first. The caller must have checked access to the task. */
export const readRelations = async (ctx: Context, task: Parent): Promise<RelationRow[]> =>
  (await readOf(ctx, task)).map(({ relation }) => relation);

/** As much as the texts of all nested lists of a field: a character is at most three bytes. One task never has so much. */
const TEXT_BYTES = 3 * LIMITS.replayBytes;

/** How much text a request reads by relations. */
const textRead = personalLoader(() => ({ bytes: 0 }));

/**
 * Reads those relations of a task that `isShown` accepts, whose other tasks are then read as well. Throws BAD_REQUEST if
 * these have too much text in one request, because relations have no pages that could end early.
 */
export async function readRelationsWithTasks(
  ctx: Context,
  task: Parent,
  isShown: (relation: RelationRow) => boolean,
): Promise<RelationRow[]> {
  const shown = (await readOf(ctx, task)).filter(({ relation }) => isShown(relation));
  const read = textRead(ctx);
  for (const { otherBytes } of shown) read.bytes += otherBytes;
  if (read.bytes > TEXT_BYTES) {
    throw badRequest('The related tasks have too much text to be read at once: ask for those of fewer tasks');
  }
  return shown.map(({ relation }) => relation);
}

export const feedRelationLoader = feedLoader(
  RELATIONS,
  ({ id }) => id,
  sql`task_relation r on r.id = wanted.id and r.project_id = wanted.project_id and r.deleted_at is null ${WITH_TASKS}`,
);

const deletedRelationLoader = feedLoader(
  RELATIONS.pick('projectId', 'id', 'taskId', 'otherId'),
  ({ id }) => id,
  sql`task_relation r on r.id = wanted.id and r.project_id = wanted.project_id`,
);

/** Returns the tasks of a relation in the feed, which can be deleted; null if it was purged. */
export const readRelatedIds = async (
  ctx: Context,
  key: string,
): Promise<Pick<RelationRow, 'taskId' | 'otherId'> | null> => deletedRelationLoader(ctx).load(key);

const isVisible = (ctx: Context): RawBuilder<unknown> =>
  sql`r.deleted_at is null and r.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** Throws NOT_FOUND if the relation is absent or not visible to the viewer. */
export const readRelation = (ctx: Context, id: string): Promise<RelationRow> =>
  RELATIONS.one(ctx.em, 'Relation', sql`from task_relation r ${WITH_TASKS} where r.id = ${id} and ${isVisible(ctx)}`);
