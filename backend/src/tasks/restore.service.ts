import { sql } from 'kysely';
import { ARCHIVED } from '../../contract/trash.js';
import { restorableSince, unbury } from '../db/tombstone.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { conflict, isNotFound, notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { partsOf } from '../kernel/kinds.js';
import { readAssignability } from './assignable.js';
import { Task } from './task.entity.js';
import { isOfDeletedProject, projectOfTask, readTask, type TaskRow, TASKS } from './task.reads.js';
import type { TaskWrittenType } from './task.types.js';

/**
 * Takes the mark off a task, and off what the same act took with it; a comment that was deleted by itself stays so. Its place
 * is its own still: the rank of a deleted task is nobody else's.
 */
export function unmark(tx: Tx, task: Task): void {
  const { projectId, deletedAt, deletedRevision } = task;
  if (deletedAt === null) return;
  unbury(task);
  for (const { name, table, ownerId } of partsOf(tx.em, 'task')) {
    tx.changeMany({
      projectId,
      entity: name,
      action: 'restored',
      because: 'cascade',
      statement: sql`
      update ${table} set deleted_at = null, deleted_by = null, deleted_revision = null,
        version = ${tx.revisionOf(projectId)}
      where ${ownerId} = ${task.id} and project_id = ${projectId} and deleted_revision = ${deletedRevision}
      returning id, jsonb_build_object('deletedAt', jsonb_build_array(${deletedAt.toISOString()}::text, null)) as fields`,
    });
  }
}

/**
 * The same, for whom it was: an open task of somebody who has left is nobody's, as if it had been there when they left; one
 * that is done says who did it.
 */
export async function markRestored(tx: Tx, task: Task): Promise<void> {
  const { projectId, assigneeId, status } = task;
  unmark(tx, task);
  if (assigneeId === null || status === 'DONE') return;
  const assignabilityOf = await readAssignability(tx.em, [{ projectId, userId: assigneeId }]);
  if (assignabilityOf(projectId, assigneeId) === 'stranger') task.assigneeId = null;
}

/** A task that may be deleted, with its project's lock held; NOT_FOUND when it is past taking back. */
export async function loadRestorableTask(tx: Tx, projectId: string, id: string): Promise<Task> {
  const task = await tx.em.findOne(Task, { id, projectId });
  if (!task || (task.deletedAt !== null && task.deletedAt <= restorableSince(tx.now))) throw notFound('Task');
  return task;
}

/** Of a project that is deleted itself, a member is told so. */
async function refusalOf(ctx: Context, id: string, error: unknown): Promise<unknown> {
  if (!isNotFound(error) || !(await isOfDeletedProject(ctx, id))) return error;
  return conflict('Its project is deleted. Restore the project first.');
}

/**
 * Restores a deleted task to its place, with its comments; one that is not deleted stays as it is. Every member may, as every
 * member deletes. CONFLICT where its project is deleted or archived.
 */
export async function restoreTask(ctx: Context, rawId: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const projectId = await projectOfTask(ctx, id);
  const { result, ...left } = await command<TaskRow>(ctx, {
    operation: 'restoreTask',
    input: { id },
    projectIds: [projectId],
    inArchived: true,
    run: async (tx) => {
      const task = await loadRestorableTask(tx, projectId, id);
      if (task.deletedAt !== null && tx.isArchived(projectId)) throw conflict(`${ARCHIVED}. Unarchive it first.`);
      await markRestored(tx, task);
      return task;
    },
    repeat: () => readTask(ctx, id),
  }).catch(async (error: unknown) => {
    throw await refusalOf(ctx, id, error);
  });
  return { task: TASKS.of(result), ...leftBy(left) };
}
