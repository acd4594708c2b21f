import { sql } from 'kysely';
import { softDelete, undelete } from '../platform/database/softDelete.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { Tx } from '../write/command.js';
import { partsOf } from '../write/kinds.js';
import { restoreRows, softDeleteRows } from '../write/softDeleteRows.js';
import type { Task } from './task.entity.js';
import { detachInvalidSubtasks, detachSubtasks, reattachSubtasks } from './taskTree.js';

/* Tasks with their parts: each statement changes the parts of all the tasks. */

/** Marks tasks and their parts as deleted in the same revision. Their subtasks become tasks of the top level. */
export function softDeleteTasks(tx: Tx, tasks: readonly Task[]): void {
  for (const [projectId, some] of Map.groupBy(tasks, (task) => task.projectId)) {
    for (const task of some) softDelete(task, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
    const ids = some.map(({ id }) => id);
    deleteParts(tx, projectId, ids, tx.now);
  }
}

/** Marks the parts of deleted tasks of a project as deleted, too, and moves their subtasks to the top level. */
export function deleteParts(tx: Tx, projectId: string, ids: readonly string[], since: Date): void {
  for (const { name, ownerId } of partsOf(tx.em, 'task')) {
    softDeleteRows(tx, projectId, name, sql`part.${ownerId} = any(${[...ids]}::uuid[])`, since);
  }
  detachSubtasks(tx, projectId, ids);
}

/** When a task was deleted. */
export interface Deletion {
  id: string;
  projectId: string;
  at: Date;
  revision: number;
}

/** Restores a task. Returns its deletion time; null if it was not deleted. */
export function undeleteTask(task: Task): Deletion | null {
  const { id, projectId, deletedAt, deletedRevision } = task;
  if (deletedAt === null) return null;
  undelete(task);
  return { id, projectId, at: deletedAt, revision: deletedRevision ?? 0 };
}

/**
 * Restores the parts that were deleted in the same revision as their restored tasks, and the subtasks of these tasks.
 * Positions are still free, because ranks of deleted tasks are not reused. A part with two tasks waits for the other one while
 * that is deleted, so that the change set that restores it also shows it. `except`: subtasks whose parents are restored one by one.
 */
export function restoreParts(tx: Tx, deletions: readonly Deletion[], except: readonly string[] = []): void {
  for (const [projectId, some] of Map.groupBy(deletions, (deletion) => deletion.projectId)) {
    const rows = toJsonb(some.map(({ id, revision }) => ({ id, revision })));
    for (const { name, table, ownerId, ownerProperty, owners, mayReturn } of partsOf(tx.em, 'task')) {
      const isOfTask = sql`exists (
        select 1 from jsonb_to_recordset(${rows}) as owner(id uuid, revision int)
        where owner.id = part.${ownerId} and owner.revision = part.deleted_revision)`;
      const second = owners.find((owner) => owner.name === 'task' && owner.property !== ownerProperty);
      if (!second) {
        restoreRows(tx, projectId, name, sql`${isOfTask} and ${mayReturn}`);
        continue;
      }
      const waitsFor = sql`other.id = part.${second.column} and other.project_id = part.project_id
        and other.deleted_at is not null`;
      // The part now counts as deleted together with its other task. It keeps its log line: it is still deleted.
      const handOver = sql`
        update ${table} part set deleted_at = other.deleted_at, deleted_revision = other.deleted_revision
        from task other where part.project_id = ${projectId} and part.deleted_at is not null and ${isOfTask} and ${waitsFor}`;
      const isComplete = sql`not exists (select 1 from task other where ${waitsFor})`;
      restoreRows(tx, projectId, name, sql`${isOfTask} and ${mayReturn} and ${isComplete}`, [handOver]);
    }
    for (const [revision, together] of Map.groupBy(some, (deletion) => deletion.revision)) {
      reattachSubtasks(
        tx,
        projectId,
        together.map(({ id }) => id),
        revision,
        except,
      );
    }
  }
}

/**
 * Moves the parts of tasks that move to another project. Deleted parts stay behind. A part with two tasks moves if both
 * move; if only one moves, it is deleted.
 */
export function moveParts(tx: Tx, ids: readonly string[], from: string, into: string): void {
  const version = tx.revisionOf(into);
  const isMoving = sql`any(${[...ids]}::uuid[])`;
  const moved = sql`'projectId', jsonb_build_array(${from}::text, ${into}::text)`;
  const parts = Map.groupBy(partsOf(tx.em, 'task'), ({ name }) => name);
  for (const [part] of parts.values()) {
    if (!part) continue;
    const { name, table, logged, owners } = part;
    const columns = owners.filter((owner) => owner.name === 'task').map(({ column }) => sql`${column} = ${isMoving}`);
    const [withAll, withSome] = [sql.join(columns, sql` and `), sql.join(columns, sql` or `)];
    const has = sql`(select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged}))`;
    tx.changeMany({
      entity: name,
      because: 'cascade',
      projectId: into,
      action: 'created',
      hasTexts: true,
      statement: sql`
        update ${table} set project_id = ${into}, version = ${version}
        where ${withAll} and project_id = ${from} and deleted_at is null
        returning id, ${has} || jsonb_build_object(${moved}) as fields`,
    });
    tx.changeMany({
      entity: name,
      because: 'cascade',
      projectId: from,
      action: 'deleted',
      statement: sql`
        select id, jsonb_build_object(${moved}) as fields from ${table}
        where ${withAll} and project_id = ${into} and version = ${version}`,
    });
    if (columns.length > 1) softDeleteRows(tx, from, name, withSome);
  }
  for (const projectId of [from, into]) detachInvalidSubtasks(tx, projectId, ids);
}
