import { sql } from 'kysely';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, keyIn } from '../request/loaders.js';
import { entityRows } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { notFound } from '../platform/lib/errors.js';
import { ColumnSchema } from './column.entity.js';
import { type ColumnFields, isHomeColumnOf } from './homeColumns.js';
import { liveColumns } from './projectColumns.js';

export const COLUMN_ROWS = entityRows(ColumnSchema, 'k', [
  'id',
  'projectId',
  'name',
  'color',
  'status',
  'rank',
  'limit',
  'hidden',
  'version',
]);

const STORED_ROWS = COLUMN_ROWS.with({ deletedAt: sql`k.deleted_at` });

/** Loads the columns of a project, in order. The caller must have checked access to the project. */
const columnsLoader = defineLoader<ColumnFields[]>(async (ctx, projectIds) => {
  const rows = await STORED_ROWS.read(
    ctx.em,
    sql`from "column" k where k.project_id = any(${idArray(projectIds)}) ${PREPARABLE}`,
  );
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map(
    projectIds.map((id) => [id, liveColumns(id, byProject.get(id) ?? []).map((row) => COLUMN_ROWS.of(row))]),
  );
});

/** Returns the columns of a project, in order. The caller must have checked access to the project. */
export const readColumns = async (ctx: Context, projectId: string): Promise<ColumnFields[]> =>
  (await columnsLoader(ctx).load(projectId)) ?? [];

/** Loads a column for the feed by `keyIn(project, id)`; null if it was deleted. */
export async function readFeedColumn(ctx: Context, key: string): Promise<ColumnFields | null> {
  const [projectId = ''] = key.split(':');
  return (await readColumns(ctx, projectId)).find(({ id }) => keyIn(projectId, id) === key) ?? null;
}

/**
 * Returns the project of a column. Searches only the viewer's projects, and throws NOT_FOUND. Finds deleted columns as
 * well, because a repeated request can name one.
 */
export async function readColumnProjectId(ctx: Context, id: string): Promise<string> {
  const mine = sql`(${visibleProjects(requireViewer(ctx))}) mine`;
  const { rows } = await sql<{ projectId: string }>`
    select mine.project_id as "projectId" from ${mine} join "column" k on k.project_id = mine.project_id and k.id = ${id}
    union all
    select mine.project_id from ${mine} where ${isHomeColumnOf('mine.project_id', id)}
    limit 1`.execute(ctx.em.getKysely());
  const [found] = rows;
  if (!found) throw notFound('Column');
  return found.projectId;
}

/** Throws NOT_FOUND if the column was deleted or is not visible to the viewer. */
export async function readColumn(ctx: Context, id: string): Promise<ColumnFields> {
  const found = (await readColumns(ctx, await readColumnProjectId(ctx, id))).find((column) => column.id === id);
  if (!found) throw notFound('Column');
  return found;
}
