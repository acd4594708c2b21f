import { sql } from 'kysely';
import { TaskOrder } from '../../contract/enums.js';
import {
  assignTaskSchema,
  type CreateTaskInput,
  createTaskSchema,
  moveTaskSchema,
  taskFilterSchema,
  taskGroupsSchema,
  type UpdateTaskInput,
  updateTaskSchema,
  updateTaskStatusSchema,
} from '../../contract/tasks.js';
import type { Repeat } from '../../contract/repeat.js';
import { cascadeTasks } from '../columns/cascadeTasks.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { storedColumnId } from '../columns/projectColumns.js';
import { NOT_DELETED } from '../platform/database/softDelete.js';
import { command, pickRevisions, type Tx, type Written } from '../write/command.js';
import { createdObject } from '../write/created.js';
import { type Context, requireViewer } from '../request/context.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { conflict, isNotFound, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { applyPatch } from '../write/merge.js';
import type { Page, PageArgs } from '../request/page.js';
import { parse } from '../platform/lib/parse.js';
import { limitCreates } from '../request/rates.js';
import { requireAssignable } from './assignable.js';
import { addDueTime, changeDue } from './due.js';
import { placeTasks, ranksAtEnd, readFirstOther } from './placement.js';
import { Task } from './task.entity.js';
import { presentTask } from './task.presenter.js';
import {
  type TaskListFields,
  readTaskProjectId,
  readTask,
  readTaskGroups,
  readTasks,
  readTasksOfProject,
  type TaskGroupRow,
  type TaskRow,
  toTaskRow,
} from './task.reads.js';
import { startSeries } from './repeat.js';
import { requireStartBeforeDue } from './startDate.js';
import { findColumn, getColumns, namedStatus } from './taskColumn.js';
import { softDeleteTasks } from './taskParts.js';
import { requireParent } from './taskTree.js';
import type { DeleteTaskPayload, TaskWrittenType } from './task.types.js';

const toTaskPayload = ({ result, ...done }: Written<Task | TaskRow>): TaskWrittenType => ({
  task: toTaskRow(result),
  ...pickRevisions(done),
});

const MAX_RETRIES = 5;

/**
 * Writes to tasks in the projects that `find` returns. If the tasks move to another project while the write waits for the
 * lock, it fails with NOT_FOUND and is retried in their new project.
 */
export async function retryIfMoved<Place, T>(
  find: () => Promise<Place>,
  write: (place: Place) => Promise<T>,
  times = MAX_RETRIES,
): Promise<T> {
  const place = await find();
  try {
    return await write(place);
  } catch (error) {
    if (times === 0 || !isNotFound(error)) throw error;
    const isUnmoved = JSON.stringify(await find()) === JSON.stringify(place);
    if (isUnmoved) throw error;
    return retryIfMoved(find, write, times - 1);
  }
}

/** Loads a task of a locked project. Throws NOT_FOUND if it is deleted or has moved. */
export async function loadForWrite(tx: Tx, projectId: string, id: string): Promise<Task> {
  const task = await tx.em.findOne(Task, { id, projectId, deletedAt: null });
  if (!task) throw notFound('Task');
  return task;
}

interface NewTask extends Omit<CreateTaskInput, 'id' | 'status' | 'columnId' | 'repeat'> {
  id: string;
  rank: string;
  column: ColumnFields;
  repeat?: Repeat | null;
  seriesId?: string | null;
  occurrence?: number | null;
}

/** A due day must come with its due time. */
export const newTask = (
  tx: Tx,
  {
    column,
    dueDay = null,
    startDate = null,
    parentId = null,
    repeat = null,
    seriesId = null,
    occurrence = null,
    ...fields
  }: NewTask,
): Task =>
  tx.em.create(Task, {
    ...fields,
    startDate,
    parentId,
    repeat,
    seriesId,
    occurrence,
    storedDay: dueDay,
    dueDayTime: dueDay === null ? null : fields.dueDate,
    status: column.status,
    columnId: storedColumnId(column),
    currentColumnId: column.id,
    watches: null,
    version: 0,
    creatorId: tx.viewer.userId,
    createdAt: tx.now,
    updatedAt: tx.now,
    completedAt: null,
    ...NOT_DELETED,
  });

/** Creates a task at the end of its column. Throws CONFLICT if the chosen id exists. */
export async function createTask(ctx: Context, raw: unknown): Promise<TaskWrittenType> {
  const { userId } = requireViewer(ctx);
  const input = parse(createTaskSchema, raw);
  await limitCreates(ctx);
  const { id: chosen, projectId, status, columnId, repeat: given, ...fields } = await addDueTime(ctx.em, userId, input);
  const id = chosen ?? newId();
  const done = await command<Task | TaskRow>(ctx, {
    operation: 'createTask',
    input,
    projectIds: [projectId],
    run: async (tx) => {
      await requireAssignable(tx.em, projectId, fields.assigneeId);
      await requireUnusedIds(tx.em, 'task', [chosen]);
      await requireParent(tx, projectId, null, fields.parentId);
      const columns = await getColumns(tx, projectId);
      const column = findColumn(columns, columnId, columnId == null ? status : namedStatus(raw));
      const [rank = ''] = await ranksAtEnd(tx, projectId, 1);
      const task = newTask(tx, { ...fields, id, projectId, column, rank });
      if (given != null) startSeries(task, given, tx.now, { field: 'repeat.rule' });
      await requireStartBeforeDue(tx, [task], input);
      return task;
    },
    ...createdObject<Task | TaskRow>((made) => readTask(ctx, made)),
  }).catch(rejectDuplicateId('task', async () => presentTask(ctx, await readTask(ctx, id))));
  return toTaskPayload(done);
}

/**
 * Runs a command on one task. Throws NOT_FOUND if the task does not exist, is deleted, or is in a project that the
 * viewer cannot see.
 */
export async function runOnTask(
  ctx: Context,
  rawId: unknown,
  operation: string,
  input: object,
  change: (tx: Tx, task: Task) => Promise<void>,
): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const write = (projectId: string) =>
    command<Task | TaskRow>(ctx, {
      operation,
      input: { id, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        const task = await loadForWrite(tx, projectId, id);
        await change(tx, task);
        return task;
      },
      repeat: () => readTask(ctx, id),
    });
  return toTaskPayload(await retryIfMoved(() => readTaskProjectId(ctx, id), write));
}

/** Further changes of an update, in the same command as the fields of its input. */
export interface FurtherChanges {
  /** Part of the idempotency hash, so that a repeat is recognized. */
  input: object;
  /** Returns further fields, to which the version check applies, too. Throws if they may not be changed. */
  fields: (tx: Tx, task: Task) => Promise<Partial<Omit<Task, 'version'>>>;
  /** Runs after the fields are changed. */
  run: (tx: Tx, task: Task) => Promise<void>;
}

/** Merges changed fields into a task. Throws CONFLICT with the current task. */
async function patchTask(
  ctx: Context,
  rawId: unknown,
  operation: string,
  input: UpdateTaskInput,
  further?: FurtherChanges,
): Promise<TaskWrittenType> {
  const { version, dueDate, dueDay, ...fields } = await addDueTime(ctx.em, requireViewer(ctx).userId, input);
  // The idempotency hash of earlier releases has the version first.
  return runOnTask(ctx, rawId, operation, { version, ...input, ...further?.input }, async (tx, task) => {
    const { projectId, assigneeId, status } = task;
    const due = changeDue(task, { dueDate, dueDay });
    const more = await further?.fields(tx, task);
    await applyPatch(tx, task, projectId, { version, ...fields, ...due, ...more }, () =>
      conflict('Someone else has changed this task', () => presentTask(ctx, toTaskRow(task))),
    );
    await requireStartBeforeDue(tx, [task], input);
    if (task.status !== status) task.moveTo((await getColumns(tx, projectId)).first(task.status));
    // An unchanged assignee is not checked again.
    if (fields.assigneeId !== assigneeId) await requireAssignable(tx.em, projectId, fields.assigneeId);
    await further?.run(tx, task);
  });
}

/** Changes the given fields. Throws CONFLICT if one was changed to a different value since `version`. */
export async function updateTask(
  ctx: Context,
  id: unknown,
  raw: unknown,
  further?: FurtherChanges,
): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'updateTask', parse(updateTaskSchema, raw), further);
}

/** Moves a task to the first column of another status, with the same rank. */
export async function updateTaskStatus(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'updateTaskStatus', parse(updateTaskStatusSchema, raw));
}

export async function assignTask(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'assignTask', parse(assignTaskSchema, raw));
}

/** Moves a task to a place in a column: between the named neighbors or to the end. */
export async function moveTask(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const input = parse(moveTaskSchema, raw);
  return runOnTask(ctx, id, 'moveTask', input, async (tx, task) => {
    const { projectId } = task;
    const staysInColumn = input.columnId == null && input.status === task.status;
    if (!staysInColumn) task.moveTo(findColumn(await getColumns(tx, projectId), input.columnId, input.status));
    await placeTasks(tx, [task], input);
  });
}

/** Moves a task to the top of a column, above the task that is first when the command runs. */
export async function moveTaskToTop(ctx: Context, id: unknown, columnId: string): Promise<TaskWrittenType> {
  return runOnTask(ctx, id, 'moveTask', { columnId, position: 'top' }, async (tx, task) => {
    task.moveTo(findColumn(await getColumns(tx, task.projectId), columnId, null));
    await placeTasks(tx, [task], { beforeId: await readFirstOther(tx, task) });
  });
}

export async function deleteTask(ctx: Context, rawId: unknown): Promise<DeleteTaskPayload> {
  const id = parseId(rawId);
  const remove = async (projectId: string): Promise<DeleteTaskPayload> => {
    const done = await command(ctx, {
      operation: 'deleteTask',
      input: { id },
      projectIds: [projectId],
      run: async (tx) => {
        softDeleteTasks(tx, [await loadForWrite(tx, projectId, id)]);
      },
    });
    return { taskId: id, projectId, ...pickRevisions(done) };
  };
  return retryIfMoved(() => readTaskProjectId(ctx, id), remove);
}

export async function getTask(ctx: Context, rawId: unknown): Promise<TaskRow> {
  requireViewer(ctx);
  return readTask(ctx, parseId(rawId));
}

export interface TaskListArgs extends PageArgs, TaskListFields {
  filter?: unknown;
  orderBy?: TaskOrder | null | undefined;
}

export async function listTasks(ctx: Context, { filter, orderBy, ...page }: TaskListArgs): Promise<Page<TaskRow>> {
  requireViewer(ctx);
  return readTasks(ctx, parse(taskFilterSchema, filter ?? {}), orderBy ?? TaskOrder.CREATED_DESC, page);
}

export async function listTaskGroups(
  ctx: Context,
  { filter, ...by }: { filter: unknown; groupBy: unknown; timeZone: unknown },
): Promise<TaskGroupRow[]> {
  requireViewer(ctx);
  return readTaskGroups(ctx, parse(taskFilterSchema, filter ?? {}), parse(taskGroupsSchema, by));
}

/** Lists a project's tasks. The caller must have checked access to the project. */
export async function listTasksOfProject(
  ctx: Context,
  projectId: string,
  { filter, orderBy, ...page }: TaskListArgs,
): Promise<Page<TaskRow>> {
  const parsed = parse(taskFilterSchema, filter ?? {});
  return readTasksOfProject(ctx, projectId, parsed, orderBy ?? TaskOrder.CREATED_DESC, page);
}

/** Unassigns the open tasks of a member who leaves, in the same command; DONE tasks keep their assignee. */
export function unassignOpenTasks(tx: Tx, projectId: string, userId: string): void {
  cascadeTasks(tx, projectId, 'assigneeId', {
    where: sql`task.assignee_id = ${userId} and task.status <> 'DONE'`,
    before: sql`${userId}::text`,
    after: sql`null`,
  });
}
