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
import { bury, NOT_DELETED } from '../db/tombstone.js';
import { command, leftBy, type Tx, type Written } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { conflict, isNotFound, notFound } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { partsOf } from '../kernel/kinds.js';
import { collisions } from '../kernel/merge.js';
import type { Page, PageArgs } from '../kernel/page.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { requireAssignable } from './assignable.js';
import { rankForDrop, ranksAtEnd, respaceTasks } from './placement.js';
import { Task } from './task.entity.js';
import { presentTask } from './task.presenter.js';
import {
  type Count,
  projectOfTask,
  readTask,
  readTaskGroups,
  readTasks,
  readTasksOfProject,
  type TaskGroupRow,
  type TaskRow,
  TASKS,
} from './task.reads.js';
import type { DeleteTaskPayload, TaskWrittenType } from './task.types.js';

const written = ({ result, ...left }: Written<TaskRow>): TaskWrittenType => ({
  task: TASKS.of(result),
  ...leftBy(left),
});

/** So often a write follows tasks that others move meanwhile. */
const FOLLOWED = 5;

/**
 * Writes where tasks are, in the projects that `find` answers. They may be moved to another project while the lock of theirs
 * is waited for, where they are then not found: the write follows them.
 */
export async function wherever<Place, T>(
  find: () => Promise<Place>,
  write: (place: Place) => Promise<T>,
  times = FOLLOWED,
): Promise<T> {
  const place = await find();
  try {
    return await write(place);
  } catch (error) {
    if (times === 0 || !isNotFound(error)) throw error;
    const isThereStill = JSON.stringify(await find()) === JSON.stringify(place);
    if (isThereStill) throw error;
    return wherever(find, write, times - 1);
  }
}

/** The task with its project's lock held; NOT_FOUND when it is gone. */
export async function loadForWrite(tx: Tx, projectId: string, id: string): Promise<Task> {
  const task = await tx.em.findOne(Task, { id, projectId, deletedAt: null });
  if (!task) throw notFound('Task');
  return task;
}

/** A new task of whoever writes. */
export const newTask = (tx: Tx, fields: Omit<CreateTaskInput, 'id'> & { id: string; rank: string }): Task =>
  tx.em.create(Task, {
    ...fields,
    version: 0,
    creatorId: tx.viewer.userId,
    createdAt: tx.now,
    updatedAt: tx.now,
    completedAt: null,
    ...NOT_DELETED,
  });

/** Makes a task at the end of its column. CONFLICT when the chosen id exists. */
export async function createTask(ctx: Context, raw: unknown): Promise<TaskWrittenType> {
  requireViewer(ctx);
  const input = parse(createTaskSchema, raw);
  await limitCreates(ctx);
  const { id: chosen, projectId, ...fields } = input;
  const id = chosen ?? newId();
  const done = await command<TaskRow>(ctx, {
    operation: 'createTask',
    input,
    projectIds: [projectId],
    run: async (tx) => {
      await requireAssignable(tx.em, projectId, fields.assigneeId);
      await refuseForeignIds(tx.em, 'task', [chosen]);
      const [rank = ''] = await ranksAtEnd(tx, projectId, 1);
      return newTask(tx, { ...fields, id, projectId, rank });
    },
    receipt: (made) => ({ id: made.id }),
    repeat: ({ id: made = '' }) => readTask(ctx, made),
  }).catch(refuseKnownId('task', async () => presentTask(ctx, await readTask(ctx, id))));
  return written(done);
}

/** One write to one task; NOT_FOUND when it is absent, foreign or gone. */
async function changeTask(
  ctx: Context,
  rawId: unknown,
  operation: string,
  input: object,
  change: (tx: Tx, task: Task) => Promise<void>,
): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const write = (projectId: string) =>
    command<TaskRow>(ctx, {
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
  return written(await wherever(() => projectOfTask(ctx, id), write));
}

/** The one way fields of a task change: merge by field, CONFLICT with the current task where two collide. */
function patchTask(
  ctx: Context,
  rawId: unknown,
  operation: string,
  { version, ...fields }: UpdateTaskInput,
): Promise<TaskWrittenType> {
  return changeTask(ctx, rawId, operation, { version, ...fields }, async (tx, task) => {
    const { projectId, assigneeId } = task;
    if ((await collisions(tx.em, task, fields, version, tx.revisionOf(projectId))).length > 0) {
      throw conflict('Somebody else has changed this task', () => presentTask(ctx, TASKS.of(task)));
    }
    // an assignee who stays the same needs no new permission
    if (fields.assigneeId !== assigneeId) await requireAssignable(tx.em, projectId, fields.assigneeId);
    tx.em.assign(task, fields);
  });
}

/** Changes the given fields. With `version`, CONFLICT when one of them was changed since to something else. */
export async function updateTask(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'updateTask', parse(updateTaskSchema, raw));
}

/** Puts a task into another column without moving it among the project's tasks. */
export async function updateTaskStatus(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'updateTaskStatus', parse(updateTaskStatusSchema, raw));
}

/** Gives a task to a member, or with null to nobody. */
export async function assignTask(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  return patchTask(ctx, id, 'assignTask', parse(assignTaskSchema, raw));
}

/** Drops a task into a column, between the named neighbours or at the column's end. */
export async function moveTask(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const input = parse(moveTaskSchema, raw);
  return changeTask(ctx, id, 'moveTask', input, async (tx, task) => {
    task.moveTo(input.status, await rankForDrop(tx, { ...input, taskId: id, projectId: task.projectId }));
    await respaceTasks(tx, task);
  });
}

/** Marks a task and its parts as deleted, in the same revision. Nobody has edited the parts: their `updatedAt` stays. */
export function markDeleted(tx: Tx, task: Task): void {
  const { now, viewer } = tx;
  const at = tx.revisionOf(task.projectId);
  bury(task, viewer.userId, at, now);
  for (const { name, table, ownerId } of partsOf(tx.em, 'task')) {
    tx.changeMany({
      projectId: task.projectId,
      entity: name,
      action: 'deleted',
      because: 'cascade',
      statement: sql`
        update ${table} set deleted_at = ${now}, deleted_by = ${viewer.userId}, deleted_revision = ${at},
          version = ${at}
        where ${ownerId} = ${task.id} and deleted_at is null
        returning id, jsonb_build_object('deletedAt', jsonb_build_array(null, ${now.toISOString()}::text)) as fields`,
    });
  }
}

/** Deletes a task with its comments and checklist. */
export async function deleteTask(ctx: Context, rawId: unknown): Promise<DeleteTaskPayload> {
  const id = parseId(rawId);
  const remove = async (projectId: string): Promise<DeleteTaskPayload> => {
    const done = await command(ctx, {
      operation: 'deleteTask',
      input: { id },
      projectIds: [projectId],
      run: async (tx) => {
        markDeleted(tx, await loadForWrite(tx, projectId, id));
      },
    });
    return { taskId: id, projectId, ...leftBy(done) };
  };
  return wherever(() => projectOfTask(ctx, id), remove);
}

/** One of the viewer's tasks; NOT_FOUND when absent or foreign. */
export async function getTask(ctx: Context, rawId: unknown): Promise<TaskRow> {
  requireViewer(ctx);
  return readTask(ctx, parseId(rawId));
}

/** What a list of tasks is asked for. */
export interface TaskListArgs extends PageArgs {
  filter?: unknown;
  orderBy?: TaskOrder | null | undefined;
  /** Whoever answers how many comments or items each task has says so, and the list's own statement counts them. */
  counts?: readonly Count[];
}

/** A page of the viewer's tasks, newest first unless asked otherwise. */
export async function listTasks(ctx: Context, { filter, orderBy, ...page }: TaskListArgs): Promise<Page<TaskRow>> {
  requireViewer(ctx);
  return readTasks(ctx, parse(taskFilterSchema, filter ?? {}), orderBy ?? TaskOrder.CREATED_DESC, page);
}

/** How the viewer's tasks fall into groups: how many each has that has any. */
export async function listTaskGroups(
  ctx: Context,
  { filter, ...by }: { filter: unknown; groupBy: unknown; timeZone: unknown },
): Promise<TaskGroupRow[]> {
  requireViewer(ctx);
  return readTaskGroups(ctx, parse(taskFilterSchema, filter ?? {}), parse(taskGroupsSchema, by));
}

/** A page of the tasks of a project that the caller has already found visible, newest first unless asked otherwise. */
export async function listTasksOfProject(
  ctx: Context,
  projectId: string,
  { filter, orderBy, ...page }: TaskListArgs,
): Promise<Page<TaskRow>> {
  const parsed = parse(taskFilterSchema, filter ?? {});
  return readTasksOfProject(ctx, projectId, parsed, orderBy ?? TaskOrder.CREATED_DESC, page);
}

/** Whoever leaves a project leaves its open tasks unassigned, in the same command; those that are done say who did them. */
export function unassignOpenTasks(tx: Tx, projectId: string, userId: string): void {
  tx.changeMany({
    projectId,
    entity: 'task',
    action: 'updated',
    because: 'cascade',
    statement: sql`
      update task set assignee_id = null, version = ${tx.revisionOf(projectId)}, updated_at = ${tx.now}
      where project_id = ${projectId} and assignee_id = ${userId} and status <> 'DONE' and deleted_at is null
      returning id, jsonb_build_object('assigneeId', jsonb_build_array(${userId}::text, null)) as fields`,
  });
}
