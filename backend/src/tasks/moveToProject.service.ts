import { SUBTASKS } from '../../contract/limits.js';
import { moveTaskToProjectSchema } from '../../contract/tasks.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { command, type Tx } from '../write/command.js';
import { fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { type ASSIGNEE_REFUSALS, readAssignability } from './assignable.js';
import { requireSpaceForFiles } from './fileSpace.js';
import { ranksAtEnd } from './placement.js';
import { Task } from './task.entity.js';
import { readTaskProjectId, readTask, type TaskRow, toTaskRow } from './task.reads.js';
import { getColumns } from './taskColumn.js';
import { moveParts } from './taskParts.js';
import { readTreeIds } from './taskTree.js';
import { loadForWrite, retryIfMoved } from './task.service.js';
import type { TaskWrittenType } from './task.types.js';

/** Moves a task to another project. `moveParts` then moves its parts. */
export function moveTaskRow(task: Task, column: ColumnFields, rank: string): void {
  task.projectId = column.projectId;
  task.rank = rank;
  task.moveTo(column);
}

const TREE_TOO_LARGE = fieldError(
  'treeTooLarge',
  `Its subtasks move with it, and at most ${SUBTASKS.treeMax} tasks can move at once`,
  { max: SUBTASKS.treeMax },
);

/** Loads a task and its subtasks of all levels, parents first. Throws VALIDATION_FAILED with `tooLarge` if there are too many. */
export async function loadTree(
  tx: Tx,
  projectId: string,
  id: string,
  tooLarge: Readonly<Record<string, FieldError>>,
): Promise<Task[]> {
  const top = await loadForWrite(tx, projectId, id);
  const ids = await readTreeIds(tx.em, id, SUBTASKS.treeMax + 1);
  if (ids.length === 1) return [top];
  if (ids.length > SUBTASKS.treeMax) throw invalid(tooLarge);
  const tasks = new Map((await tx.em.find(Task, { id: { $in: ids } })).map((task) => [task.id, task]));
  return ids.flatMap((each) => tasks.get(each) ?? []);
}

const REASSIGN = 'Assign it to someone else, or to no one';
/** The field errors when the task's assignee cannot be assigned tasks of the target project. */
const MOVE_REFUSALS: typeof ASSIGNEE_REFUSALS = {
  stranger: fieldError('notMember', `The assignee is not a member of that project. ${REASSIGN}`),
  reader: fieldError('readsOnly', `The assignee can only read that project. ${REASSIGN}`),
  suspended: fieldError('accountSuspended', `The assignee’s account is suspended. ${REASSIGN}`),
  leaving: fieldError('accountBeingDeleted', `The assignee is deleting their account. ${REASSIGN}`),
};

/** Throws VALIDATION_FAILED, with the ids of the tasks whose assignees cannot be assigned tasks of the target project. */
async function requireAssignees({ em }: Tx, into: string, tasks: readonly Task[]): Promise<void> {
  const assigned = tasks.flatMap(({ id, assigneeId }) => (assigneeId === null ? [] : [{ id, assigneeId }]));
  const assignabilityOf = await readAssignability(
    em,
    assigned.map(({ assigneeId }) => ({ projectId: into, userId: assigneeId })),
  );
  const refused = assigned.flatMap(({ id, assigneeId }) => {
    const assignability = assignabilityOf(into, assigneeId);
    return assignability === 'assignable' ? [] : [{ id, refusal: MOVE_REFUSALS[assignability] }];
  });
  const [first] = refused;
  if (first) throw invalid({ assigneeId: first.refusal }, { taskIds: refused.map(({ id }) => id) });
}

/**
 * Moves a task with its parts and subtasks into another project of the viewer, to the end of their columns. Does nothing if
 * it is already there.
 */
export async function moveTaskToProject(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const input = parse(moveTaskToProjectSchema, raw);
  const { projectId: into } = input;
  const move = async (from: string): Promise<TaskWrittenType> => {
    const { result, revision, revisions } = await command<Task | TaskRow>(ctx, {
      operation: 'moveTaskToProject',
      input: { id, ...input },
      projectIds: [from, into],
      into: [into],
      run: async (tx) => {
        if (from === into) return loadForWrite(tx, from, id);
        const tasks = await loadTree(tx, from, id, { projectId: TREE_TOO_LARGE });
        const [top] = tasks as [Task, ...Task[]];
        await requireAssignees(tx, into, tasks);
        const ids = tasks.map((task) => task.id);
        await requireSpaceForFiles(tx, { ids, into, field: 'projectId' });
        const ranks = await ranksAtEnd(tx, into, tasks.length);
        const [columns, there] = [await getColumns(tx, from), await getColumns(tx, into)];
        for (const [at, task] of tasks.entries()) {
          moveTaskRow(task, there.named(task.status, columns.columnOf(task).name), ranks[at] ?? '');
        }
        top.parentId = null;
        moveParts(tx, ids, from, into);
        return top;
      },
      repeat: () => readTask(ctx, id),
    });
    const target = revisions.find(({ projectId }) => projectId === into);
    return { task: toTaskRow(result), revision: target?.revision ?? revision, revisions };
  };
  return retryIfMoved(() => readTaskProjectId(ctx, id), move);
}
