import { SUBTASKS } from '../../contract/limits.js';
import { duplicateTaskSchema } from '../../contract/projects.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { conflict, fieldError } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { copiedFields, readKeptAssignees } from '../tasks/copyTask.js';
import { choosePartIds, copyTaskParts, partsCopiedWithTask } from '../tasks/copyTaskParts.js';
import { requireSpaceForFiles } from '../tasks/fileSpace.js';
import { loadTree } from '../tasks/moveToProject.service.js';
import { placeTasks } from '../tasks/placement.js';
import type { Task } from '../tasks/task.entity.js';
import { presentTask } from '../tasks/task.presenter.js';
import { readTask, readTaskProjectId, type TaskRow, toTaskRow } from '../tasks/task.reads.js';
import { newTask, retryIfMoved } from '../tasks/task.service.js';
import type { TaskWrittenType } from '../tasks/task.types.js';
import { getColumns } from '../tasks/taskColumn.js';
import { requireParent } from '../tasks/taskTree.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import type { Copies } from '../write/copyRows.js';
import { createdObject } from '../write/created.js';
import { limitCopy } from './limitCopy.js';

const TREE_TOO_LARGE = fieldError(
  'treeTooLarge',
  `Its subtasks are copied with it, and at most ${SUBTASKS.treeMax} tasks can be copied at once`,
  { max: SUBTASKS.treeMax },
);

/** Copies loaded tasks as open ones, directly below the first task. Returns the first copy. */
async function copyTree(ctx: Context, tx: Tx, tasks: readonly [Task, ...Task[]], id: string): Promise<Task> {
  const [top] = tasks;
  const { projectId } = top;
  const ids = new Map(tasks.map((task) => [task.id, task === top ? id : newId()]));
  const copies: Copies = { from: projectId, into: projectId, ids: new Map([['task', ids]]) };
  const parts = partsCopiedWithTask(tx);
  await requireSpaceForFiles(tx, { ids: [...ids.keys()], into: projectId, field: 'taskId' });
  await limitCopy(ctx, tasks.length, await choosePartIds(tx, copies, parts));
  const keptAssignee = await readKeptAssignees(tx, tasks);
  const columns = await getColumns(tx, projectId);
  const made = tasks.map((task) => {
    const isOpen = task.status !== 'DONE';
    return newTask(tx, {
      ...copiedFields(task, copies),
      column: isOpen ? columns.columnOf(task) : columns.first('TODO'),
      // Placed below.
      rank: task.rank,
      dueDate: task.dueDate,
      dueDay: task.dueDay,
      startDate: task.startDate,
      assigneeId: keptAssignee(task),
      parentId: task === top ? task.parentId : (ids.get(task.parentId ?? '') ?? null),
      ...(isOpen && task.repeat !== null && { repeat: task.repeat, seriesId: newId(), occurrence: 1 }),
    });
  });
  await placeTasks(tx, made, { afterId: top.id });
  copyTaskParts(tx, copies, parts);
  return made[0] as Task;
}

/**
 * Copies a task with its subtasks, checklists (unchecked) and files, and places it directly below the original. Throws
 * CONFLICT if the chosen id exists.
 */
export async function duplicateTask(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const taskId = parseId(rawId);
  const input = parse(duplicateTaskSchema, raw);
  await limitCreates(ctx);
  const id = input.id ?? newId();
  const write = (projectId: string) =>
    command<Task | TaskRow>(ctx, {
      operation: 'duplicateTask',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        await requireUnusedIds(tx.em, 'task', [input.id]);
        const tasks = await loadTree(tx, projectId, taskId, { taskId: TREE_TOO_LARGE });
        await requireParent(tx, projectId, null, tasks[0]?.parentId, 'taskId');
        // The unit of work would confuse it with the loaded task.
        if (tasks.some(({ id: loaded }) => loaded === id)) {
          throw conflict('A task with this id already exists', async () => presentTask(ctx, await readTask(ctx, id)));
        }
        return copyTree(ctx, tx, tasks as [Task, ...Task[]], id);
      },
      ...createdObject<Task | TaskRow>((made) => readTask(ctx, made)),
    });
  const { result, ...left } = await retryIfMoved(() => readTaskProjectId(ctx, taskId), write).catch(
    rejectDuplicateId('task', async () => presentTask(ctx, await readTask(ctx, id))),
  );
  return { task: toTaskRow(result), ...pickRevisions(left) };
}
