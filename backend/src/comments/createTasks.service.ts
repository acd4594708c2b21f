import type { FieldErrors } from '../../contract/errors.js';
import { createTasksSchema, type NewTask } from '../../contract/createTasks.js';
import { BULK_CREATE_POINT } from '../../contract/limits.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { KILOBYTE } from '../kernel/cost.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { AppError, invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { giveBackPerson, limitCreates } from '../kernel/rates.js';
import { ASSIGNEE_REFUSALS, readAssignability } from '../tasks/assignable.js';
import { ranksAtEnd } from '../tasks/placement.js';
import { presentTask } from '../tasks/task.presenter.js';
import { taskLoader, type TaskRow, TASKS } from '../tasks/task.reads.js';
import { newTask } from '../tasks/task.service.js';
import { newComment } from './comment.service.js';
import type { CreateTasksPayload } from './createTasks.types.js';

/** Refuses the tasks with something wrong in this field, each at its place; `messageOf` says what is wrong, if anything. */
function refuseAt(
  tasks: readonly NewTask[],
  field: keyof NewTask,
  messageOf: (task: NewTask, at: number) => string | null,
): void {
  const fields: FieldErrors = {};
  for (const [at, task] of tasks.entries()) {
    const message = messageOf(task, at);
    if (message !== null) fields[`tasks.${at}.${field}`] = [message];
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function refuseTwins(tasks: readonly NewTask[]): void {
  const ids = tasks.map(({ id }) => id);
  refuseAt(tasks, 'id', ({ id }, at) =>
    id != null && ids.indexOf(id) < at ? 'Another of these tasks has this id' : null,
  );
}

/** Refuses assignees who may not be one, with one statement for all of them. */
async function refuseAssignees(tx: Tx, projectId: string, tasks: readonly NewTask[]): Promise<void> {
  const wanted = [...new Set(tasks.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (wanted.length === 0) return;
  const assignabilityOf = await readAssignability(
    tx.em,
    wanted.map((userId) => ({ projectId, userId })),
  );
  refuseAt(tasks, 'assigneeId', ({ assigneeId }) => {
    const assignability = assigneeId == null ? 'assignable' : assignabilityOf(projectId, assigneeId);
    return assignability === 'assignable' ? null : ASSIGNEE_REFUSALS[assignability];
  });
}

/** As how many new things they count: what it takes to store them. */
function pointsOf(tasks: readonly NewTask[]): number {
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

/** Those that are left of tasks that were made before, in their order. */
async function readAgain(ctx: Context, ids: readonly string[]): Promise<TaskRow[]> {
  const found = await Promise.all(ids.map((id) => taskLoader(ctx).load(id)));
  return found.filter((task) => task !== null);
}

/**
 * Makes up to 200 tasks of a project, with what was said about each, as one act: all of them or none, one change set, at
 * the end of their columns in the order given. CONFLICT when a chosen id exists.
 */
export async function createTasks(ctx: Context, raw: unknown): Promise<CreateTasksPayload> {
  requireViewer(ctx);
  const input = parse(createTasksSchema, raw);
  const { projectId, tasks } = input;
  refuseTwins(tasks);
  // a repeat, which is answered from its receipt, counts as one
  await limitCreates(ctx);
  const furtherPoints = pointsOf(tasks) - 1;
  const chosen = tasks.flatMap(({ id }) => id ?? []);
  const { result, ...left } = await command<TaskRow[]>(ctx, {
    operation: 'createTasks',
    input,
    projectIds: [projectId],
    run: async (tx) => {
      await refuseAssignees(tx, projectId, tasks);
      await refuseForeignIds(tx.em, 'task', chosen);
      await limitCreates(ctx, furtherPoints);
      const ranks = await ranksAtEnd(tx, projectId, tasks.length);
      return tasks.map(({ comments, ...fields }, at) => {
        const task = newTask(tx, { ...fields, id: fields.id ?? newId(), projectId, rank: ranks[at] ?? '' });
        for (const { text } of comments) newComment(tx, { id: newId(), projectId, taskId: task.id, text });
        return task;
      });
    },
    receipt: (made) => ({ ids: made.map(({ id }) => id).join() }),
    repeat: ({ ids = '' }) => readAgain(ctx, ids.split(',')),
  })
    .catch(
      refuseKnownId('task', async () => {
        const [known] = await readAgain(ctx, chosen);
        return known && presentTask(ctx, known);
      }),
    )
    .catch(async (error: unknown) => {
      // they are there already: nothing was stored
      if (error instanceof AppError && error.code === 'CONFLICT')
        await giveBackPerson(ctx, 'createPerPerson', furtherPoints);
      throw error;
    });
  return { tasks: result.map((task) => TASKS.of(task)), ...leftBy(left) };
}
