import { ARCHIVED } from '../../contract/trash.js';
import { restorableSince } from '../platform/database/softDelete.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import type { Context } from '../request/context.js';
import { conflict, isNotFound, notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { isUnassignable, readAssignability } from './assignable.js';
import { Task } from './task.entity.js';
import { isInDeletedProject, readTaskProjectId, readTask, type TaskRow, toTaskRow } from './task.reads.js';
import { getColumns } from './taskColumn.js';
import { restoreParts, undeleteTask } from './taskParts.js';
import { leaveSeriesIfReplaced } from './series.js';
import { readParentState, refuseParent } from './taskTree.js';
import type { TaskWrittenType } from './task.types.js';

/**
 * Restores a task with its parts. If its column was deleted, it goes to the column that got the other tasks. If its
 * parent was deleted, it has no parent. An open task is unassigned if its assignee has left the project, like all other
 * open tasks of that person; a DONE task keeps its assignee.
 */
async function undelete(tx: Tx, task: Task): Promise<void> {
  const { id, projectId, assigneeId, parentId, status } = task;
  const deletion = undeleteTask(task);
  if (!deletion) return;
  task.moveTo((await getColumns(tx, projectId)).columnOf(task));
  if (parentId !== null && refuseParent(await readParentState(tx.em, projectId, id, parentId))) task.parentId = null;
  restoreParts(tx, [deletion]);
  await leaveSeriesIfReplaced(tx, [task]);
  if (assigneeId === null || status === 'DONE') return;
  const getAssignability = await readAssignability(tx.em, [{ projectId, userId: assigneeId }]);
  if (isUnassignable(getAssignability(projectId, assigneeId))) task.assigneeId = null;
}

/** Loads a task, deleted or not, of a locked project. Throws NOT_FOUND if it was deleted too long ago to be restored. */
async function loadRestorableTask(tx: Tx, projectId: string, id: string): Promise<Task> {
  const task = await tx.em.findOne(Task, { id, projectId });
  if (!task || (task.deletedAt !== null && task.deletedAt <= restorableSince(tx.now))) throw notFound('Task');
  return task;
}

/** Explains NOT_FOUND to members if the project itself is deleted. */
async function explainRefusal(ctx: Context, id: string, error: unknown): Promise<unknown> {
  if (!isNotFound(error) || !(await isInDeletedProject(ctx, id))) return error;
  return conflict('Its project is deleted. Restore the project first.');
}

/**
 * Restores a deleted task and its parts at its former place. Does nothing if it is not deleted. Throws CONFLICT if its
 * project is deleted or archived.
 */
export async function restoreTask(ctx: Context, rawId: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const projectId = await readTaskProjectId(ctx, id);
  const { result, ...left } = await command<Task | TaskRow>(ctx, {
    operation: 'restoreTask',
    input: { id },
    projectIds: [projectId],
    inArchived: true,
    run: async (tx) => {
      const task = await loadRestorableTask(tx, projectId, id);
      if (task.deletedAt !== null && tx.isArchived(projectId)) throw conflict(`${ARCHIVED}. Unarchive it first.`);
      await undelete(tx, task);
      return task;
    },
    repeat: () => readTask(ctx, id),
  }).catch(async (error: unknown) => {
    throw await explainRefusal(ctx, id, error);
  });
  return { task: toTaskRow(result), ...pickRevisions(left) };
}
