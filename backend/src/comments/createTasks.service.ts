import { setImmediate as turn } from 'node:timers/promises';
import type { ColumnFields } from '../columns/homeColumns.js';
import type { ProjectColumns } from '../columns/projectColumns.js';
import { createTasksSchema, type NewTask } from '../../contract/createTasks.js';
import { BULK_CREATE_POINT, SUBTASKS } from '../../contract/limits.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import { createdObjects } from '../write/created.js';
import { type Context, requireViewer } from '../request/context.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { KILOBYTE } from '../request/cost.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { AppError, fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitCreates, refundPerson } from '../request/rates.js';
import { ASSIGNEE_REFUSALS, readAssignability } from '../tasks/assignable.js';
import { BOTH_DUE_FIELDS, dueTimes, hasBothDueFields } from '../tasks/due.js';
import { ranksAtEnd } from '../tasks/placement.js';
import { presentTask } from '../tasks/task.presenter.js';
import { taskLoader, type TaskRow, toTaskRow } from '../tasks/task.reads.js';
import { findColumn, getColumns, namedStatus } from '../tasks/taskColumn.js';
import type { Task } from '../tasks/task.entity.js';
import { newTask } from '../tasks/task.service.js';
import { startSeries } from '../tasks/repeat.js';
import { START_AFTER_DUE, startsAfterDue } from '../tasks/startDate.js';
import { type ParentState, readParentState, refuseParent } from '../tasks/taskTree.js';
import { newComment } from './comment.service.js';
import type { CreateTasksPayload } from './createTasks.types.js';

/** Throws VALIDATION_FAILED with a path for each task for which `getError` returns an error. */
function throwErrorsAt(
  tasks: readonly NewTask[],
  field: keyof NewTask,
  getError: (task: NewTask, at: number) => FieldError | null,
): void {
  const fields: Record<string, FieldError> = {};
  for (const [at, task] of tasks.entries()) {
    const error = getError(task, at);
    if (error !== null) fields[`tasks.${at}.${field}`] = error;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function refuseBothDueFields(tasks: readonly NewTask[]): void {
  throwErrorsAt(tasks, 'dueDay', (task) => (hasBothDueFields(task) ? BOTH_DUE_FIELDS : null));
}

function requireDistinctIds(tasks: readonly NewTask[]): void {
  const ids = tasks.map(({ id }) => id);
  throwErrorsAt(tasks, 'id', ({ id }, at) =>
    id != null && ids.indexOf(id) < at ? fieldError('repeated', 'Another of these tasks has this id') : null,
  );
}

/** Checks all assignees with one statement. */
async function requireAssignees(tx: Tx, projectId: string, tasks: readonly NewTask[]): Promise<void> {
  const wanted = [...new Set(tasks.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (wanted.length === 0) return;
  const getAssignability = await readAssignability(
    tx.em,
    wanted.map((userId) => ({ projectId, userId })),
  );
  throwErrorsAt(tasks, 'assigneeId', ({ assigneeId }) => {
    const assignability = assigneeId == null ? 'assignable' : getAssignability(projectId, assigneeId);
    return assignability === 'assignable' ? null : ASSIGNEE_REFUSALS[assignability];
  });
}

/** Returns the columns of the new tasks. Throws VALIDATION_FAILED with the paths of those that have none. */
function findColumns(columns: ProjectColumns, tasks: readonly NewTask[], raw: readonly unknown[]): ColumnFields[] {
  return tasks.map(({ columnId, status }, at) => {
    try {
      return findColumn(columns, columnId, columnId == null ? status : namedStatus(raw[at]));
    } catch (error) {
      if (!(error instanceof AppError) || !error.invalid) throw error;
      throw invalid(
        Object.fromEntries(Object.entries(error.invalid).map(([name, errors]) => [`tasks.${at}.${name}`, errors])),
      );
    }
  });
}

/**
 * Throws VALIDATION_FAILED with a path for each task that may not have its parent: a task of the project, or another one of
 * these tasks.
 */
async function requireParents(tx: Tx, projectId: string, tasks: readonly NewTask[]): Promise<void> {
  const created = new Map(tasks.flatMap((task) => (task.id == null ? [] : [[task.id, task] as const])));
  const parentIds = new Set(tasks.flatMap(({ parentId }) => parentId ?? []));
  const states = new Map<string, ParentState>();
  for (const id of parentIds) {
    if (!created.has(id)) states.set(id, await readParentState(tx.em, projectId, null, id));
  }
  /** The level of a parent: 0 if it does not exist, and above the maximum if parents form a cycle. */
  const levelOf = (id: string, seen = 0): number => {
    const task = created.get(id);
    if (!task) return states.get(id)?.level ?? 0;
    if (seen > SUBTASKS.levels) return seen;
    return task.parentId == null ? 1 : levelOf(task.parentId, seen + 1) + 1;
  };
  const siblings = new Map<string, number>();
  throwErrorsAt(tasks, 'parentId', ({ parentId }) => {
    if (parentId == null) return null;
    const before = siblings.get(parentId) ?? states.get(parentId)?.siblings ?? 0;
    siblings.set(parentId, before + 1);
    return refuseParent({ level: levelOf(parentId), isCircle: false, height: 1, siblings: before });
  });
}

/** Throws VALIDATION_FAILED with a path for each task that starts after it is due. */
async function requireStartDates(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  const dated = tasks.map(({ startDate = null, dueDay = null, dueDate }) => ({ startDate, dueDay, dueDate }));
  const isLate = await startsAfterDue(tx.em, tx.viewer.userId, dated);
  throwErrorsAt(tasks, 'startDate', (_, at) => (isLate(dated[at] as (typeof dated)[number]) ? START_AFTER_DUE : null));
}

/** Returns how many points of the rate limit the tasks cost, by the storage they need. */
function countPoints(tasks: readonly NewTask[]): number {
  const comments = tasks.flatMap((task) => task.comments);
  const texts = [
    ...tasks.flatMap(({ title, description, tags }) => [title, description, ...tags]),
    ...comments.map(({ text }) => text),
  ];
  const kilobytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / KILOBYTE;
  return (
    Math.ceil(tasks.length / BULK_CREATE_POINT.tasks) +
    Math.ceil(comments.length / BULK_CREATE_POINT.comments) +
    Math.ceil(kilobytes / BULK_CREATE_POINT.kilobytes)
  );
}

/** Reads the tasks that still exist, in order. */
async function readExisting(ctx: Context, ids: readonly string[]): Promise<TaskRow[]> {
  const found = await Promise.all(ids.map((id) => taskLoader(ctx).load(id)));
  return found.filter((task) => task !== null);
}

/**
 * Creates up to 200 tasks of a project with comments in one command, at the end of their columns in the order given. Throws
 * CONFLICT if a chosen id exists.
 */
export async function createTasks(ctx: Context, raw: unknown): Promise<CreateTasksPayload> {
  const { userId } = requireViewer(ctx);
  const input = parse(createTasksSchema, raw);
  const { projectId } = input;
  requireDistinctIds(input.tasks);
  refuseBothDueFields(input.tasks);
  const tasks = input.tasks.map(await dueTimes(ctx.em, userId, input.tasks));
  // A repeat, which is answered from its receipt, costs one point.
  await limitCreates(ctx);
  const furtherPoints = countPoints(tasks) - 1;
  let counted = 0;
  const chosen = tasks.flatMap(({ id }) => id ?? []);
  const { result, ...left } = await command<(Task | TaskRow)[]>(ctx, {
    operation: 'createTasks',
    input,
    projectIds: [projectId],
    run: async (tx) => {
      await requireAssignees(tx, projectId, tasks);
      await requireUnusedIds(tx.em, 'task', chosen);
      await requireParents(tx, projectId, tasks);
      await requireStartDates(tx, tasks);
      await limitCreates(ctx, furtherPoints);
      counted = furtherPoints;
      const ranks = await ranksAtEnd(tx, projectId, tasks.length);
      const places = findColumns(await getColumns(tx, projectId), tasks, (raw as { tasks: readonly unknown[] }).tasks);
      const made: Task[] = [];
      for (const [at, { comments, repeat, ...fields }] of tasks.entries()) {
        const [column, rank] = [places[at] as ColumnFields, ranks[at] ?? ''];
        const task = newTask(tx, { ...fields, id: fields.id ?? newId(), projectId, column, rank });
        if (repeat != null) {
          startSeries(task, repeat, tx.now, { field: `tasks.${at}.repeat.rule` });
          // The search for the first day can take some milliseconds.
          await turn();
        }
        for (const { text } of comments) newComment(tx, { id: newId(), projectId, taskId: task.id, text });
        made.push(task);
      }
      return made;
    },
    ...createdObjects<Task | TaskRow>((made) => readExisting(ctx, made)),
  })
    .catch(
      rejectDuplicateId('task', async () => {
        const [known] = await readExisting(ctx, chosen);
        return known && presentTask(ctx, known);
      }),
    )
    .catch(async (error: unknown) => {
      // A conflict after the points were counted means that the tasks exist already, so nothing was stored.
      if (counted > 0 && error instanceof AppError && error.code === 'CONFLICT')
        await refundPerson(ctx, 'createPerPerson', counted);
      throw error;
    });
  return { tasks: result.map(toTaskRow), ...pickRevisions(left) };
}
