import { sql } from 'kysely';
import {
  createColumnSchema,
  deleteColumnSchema,
  moveColumnSchema,
  updateColumnSchema,
} from '../../contract/columns.js';
import { fold } from '../../contract/fold.js';
import { COLUMNS } from '../../contract/limits.js';
import { MAX_RANK_LENGTH, type Neighbors, rankBetween, respace } from '../platform/database/rank.js';
import { NOT_DELETED, softDelete } from '../platform/database/softDelete.js';
import { conflict, fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { enforce } from '../projects/project.policy.js';
import type { Context } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { command, pickRevisions, toPayload, type Tx, type Written } from '../write/command.js';
import { createdObject } from '../write/created.js';
import { applyPatch } from '../write/merge.js';
import { cascadeTasks } from './cascadeTasks.js';
import { Column } from './column.entity.js';
import { refuseManageColumns } from './column.policy.js';
import { COLUMN_ROWS, readColumn, readColumnProjectId } from './column.reads.js';
import type { ColumnWrittenType, DeleteColumnPayload } from './column.types.js';
import { type ColumnFields, homeColumnId } from './homeColumns.js';
import { loadColumnForWrite, loadColumns, type ProjectColumns, storedColumnId } from './projectColumns.js';

const toColumnPayload = toPayload('column', COLUMN_ROWS);

/** Returns the rank next to a neighbor, or at the end if there is none. If both are given, `afterId` counts. */
function rankAt(columns: readonly ColumnFields[], { afterId, beforeId }: Neighbors): string {
  const at = columns.findIndex(({ id }) => id === afterId);
  const to = columns.findIndex(({ id }) => id === beforeId);
  if (at >= 0) return rankBetween(columns[at]?.rank ?? null, columns[at + 1]?.rank ?? null);
  if (to >= 0) return rankBetween(columns[to - 1]?.rank ?? null, columns[to]?.rank ?? null);
  return rankBetween(columns.at(-1)?.rank ?? null, null);
}

/** Shortens the ranks around a column if its own has grown too long. */
async function respaceColumns(tx: Tx, columns: ProjectColumns, column: Column): Promise<void> {
  if (column.rank.length <= MAX_RANK_LENGTH) return;
  const live = columns.live;
  const fresh = respace(
    live,
    live.findIndex(({ id }) => id === column.id),
  );
  for (const it of live.filter(({ id }) => fresh.has(id))) {
    const row = await loadColumnForWrite(tx.em, it);
    row.rank = fresh.get(it.id) ?? row.rank;
  }
}

export const NAME_TAKEN = fieldError('nameTaken', 'Another column has this name');

/** Whether another column of the project has the name, ignoring case and accents. */
export const isNameTaken = (columns: readonly ColumnFields[], name: string, ownId: string | undefined): boolean =>
  columns.some((column) => column.id !== ownId && fold(column.name) === fold(name));

/** Throws VALIDATION_FAILED if another column has the name. */
function requireFreeName(columns: readonly ColumnFields[], name: string, ownId?: string): void {
  if (isNameTaken(columns, name, ownId)) throw invalid({ name: NAME_TAKEN });
}

export const TOO_MANY = fieldError('columnsFull', `A project can have at most ${COLUMNS.max} columns`, {
  max: COLUMNS.max,
});
export const LAST_OF_STATUS = fieldError(
  'lastOfStatus',
  'The last column of a status cannot be deleted. It can be hidden.',
);

/** Creates a column. OWNER only. */
export async function createColumn(ctx: Context, rawId: unknown, raw: unknown): Promise<ColumnWrittenType> {
  const projectId = parseId(rawId);
  const input = parse(createColumnSchema, raw);
  await limitCreates(ctx);
  const done = await command<ColumnFields>(ctx, {
    operation: 'createColumn',
    input: { projectId, ...input },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageColumns(tx.roleIn(projectId)));
      const { live } = await loadColumns(tx.em, projectId);
      if (live.length >= COLUMNS.max) throw invalid({ projectId: TOO_MANY });
      requireFreeName(live, input.name);
      const { afterId = null, beforeId = null, ...fields } = input;
      const last = live.findLast(({ status }) => status === fields.status);
      return tx.em.create(Column, {
        id: newId(),
        projectId,
        name: fields.name,
        status: fields.status,
        color: fields.color ?? null,
        limit: fields.limit ?? null,
        hidden: fields.hidden ?? false,
        rank: rankAt(live, (afterId ?? beforeId) ? { afterId, beforeId } : { afterId: last?.id }),
        isHome: false,
        targetId: null,
        version: 0,
        ...NOT_DELETED,
      });
    },
    ...createdObject<ColumnFields>((made) => readColumn(ctx, made)),
  });
  return toColumnPayload(done);
}

/**
 * Runs a command on a column. OWNER only. Throws NOT_FOUND if the column does not exist, is deleted, or is in a project
 * that the viewer cannot see.
 */
async function runOnColumn(
  ctx: Context,
  rawId: unknown,
  operation: string,
  input: object,
  change: (tx: Tx, column: Column, columns: ProjectColumns) => Promise<void>,
): Promise<Written<ColumnFields>> {
  const id = parseId(rawId);
  const projectId = await readColumnProjectId(ctx, id);
  return command<ColumnFields>(ctx, {
    operation,
    input: { id, ...input },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageColumns(tx.roleIn(projectId)));
      const found = (await loadColumns(tx.em, projectId)).get(id);
      if (!found) throw notFound('Column');
      const column = await loadColumnForWrite(tx.em, found);
      await change(tx, column, await loadColumns(tx.em, projectId));
      return column;
    },
    repeat: () => readColumn(ctx, id),
  });
}

/** Changes the given fields. Throws CONFLICT if one was changed to a different value since `version`. */
export async function updateColumn(ctx: Context, id: unknown, raw: unknown): Promise<ColumnWrittenType> {
  const { version, ...fields } = parse(updateColumnSchema, raw);
  const patch = { version, ...fields };
  const done = await runOnColumn(ctx, id, 'updateColumn', patch, async (tx, column, { live }) => {
    if (fields.name !== undefined) requireFreeName(live, fields.name, column.id);
    await applyPatch(tx, column, column.projectId, patch, () =>
      conflict('Someone else has changed this column', COLUMN_ROWS.of(column)),
    );
  });
  return toColumnPayload(done);
}

/** Moves a column between the named neighbors, or to the end. */
export async function moveColumn(ctx: Context, id: unknown, raw: unknown): Promise<ColumnWrittenType> {
  const input = parse(moveColumnSchema, raw);
  const done = await runOnColumn(ctx, id, 'moveColumn', input, async (tx, column, columns) => {
    const others = columns.live.filter((other) => other.id !== column.id);
    column.rank = rankAt(others, input);
    await respaceColumns(tx, columns, column);
  });
  return toColumnPayload(done);
}

/** Moves all tasks of a column to another one of the same status, with one statement. Deleted tasks stay. */
function moveTasks(tx: Tx, from: ColumnFields, to: ColumnFields): void {
  const { id, projectId, status } = from;
  // The statement runs when `from` is already deleted. A task whose stored column is invalid is in the home column.
  const isInHome = sql`not exists (
    select 1 from "column" k where k.id = t.column_id and k.project_id = t.project_id and k.status = t.status
      and k.deleted_at is null)`;
  cascadeTasks(tx, projectId, 'columnId', {
    from: sql`(
      select t.id, t.column_id from task t
      where t.project_id = ${projectId} and t.status = ${status} and t.deleted_at is null
        and ${id === homeColumnId(projectId, status) ? isInHome : sql`t.column_id = ${id}`}) before`,
    where: sql`task.id = before.id`,
    before: sql`before.column_id`,
    after: sql`${storedColumnId(to)}::text`,
  });
}

/** Deletes a column and moves its tasks to another one of the same status. */
export async function deleteColumn(ctx: Context, rawId: unknown, raw: unknown): Promise<DeleteColumnPayload> {
  const id = parseId(rawId);
  const input = parse(deleteColumnSchema, raw);
  const projectId = await readColumnProjectId(ctx, id);
  const done = await command(ctx, {
    operation: 'deleteColumn',
    input: { id, ...input },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageColumns(tx.roleIn(projectId)));
      const columns = await loadColumns(tx.em, projectId);
      const found = columns.get(id);
      if (!found) throw notFound('Column');
      if (columns.ofStatus(found.status).length === 1) throw invalid({ id: LAST_OF_STATUS });
      const target = columns.get(input.moveTasksTo);
      if (!target || target.id === id || target.status !== found.status) {
        throw invalid({
          moveTasksTo: fieldError('otherColumnNeeded', 'Choose another column of this project with the same status'),
        });
      }
      const column = await loadColumnForWrite(tx.em, found);
      column.targetId = target.id;
      softDelete(column, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
      moveTasks(tx, found, target);
    },
  });
  return { columnId: id, projectId, movedTo: input.moveTasksTo, ...pickRevisions(done) };
}
