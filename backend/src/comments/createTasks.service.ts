import { sql } from 'kysely';
import type { FieldErrors } from '../../contract/errors.js';
import { createTasksSchema, type NewTask } from '../../contract/createTasks.js';
import { BULK_CREATE } from '../../contract/limits.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { ranksAtEnd } from '../tasks/placement.js';
import { presentTask } from '../tasks/task.presenter.js';
import { taskLoader, type TaskRow, TASKS } from '../tasks/task.reads.js';
import { newTask } from '../tasks/task.service.js';
import { newComment } from './comment.service.js';
import type { CreateTasksPayload } from './createTasks.types.js';

/** Refuses those of which something is wrong, each at its place. */
function refuseAt(
  tasks: readonly NewTask[],
  field: keyof NewTask,
  message: string,
  isWrong: (task: NewTask, at: number) => boolean,
): void {
  const fields: FieldErrors = {};
  for (const [at, task] of tasks.entries()) if (isWrong(task, at)) fields[`tasks.${at}.${field}`] = [message];
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function refuseTwins(tasks: readonly NewTask[]): void {
  const ids = tasks.map(({ id }) => id);
  refuseAt(tasks, 'id', 'Another of these tasks has this id', ({ id }, at) => id != null && ids.indexOf(id) < at);
}

/** One statement for all of them. */
async function refuseStrangers(tx: Tx, projectId: string, tasks: readonly NewTask[]): Promise<void> {
  const wanted = [...new Set(tasks.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (wanted.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select user_id as id from project_member
    where project_id = ${projectId} and user_id = any(${wanted}::uuid[])`.execute(tx.em.getKysely());
  const members = new Set(rows.map(({ id }) => id));
  const isStranger = ({ assigneeId }: NewTask) => assigneeId !== null && !members.has(assigneeId);
  refuseAt(tasks, 'assigneeId', 'Assignee must be a member of the project', isStranger);
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
  await limitCreates(ctx, BULK_CREATE.points);
  const chosen = tasks.flatMap(({ id }) => id ?? []);
  const { result, ...left } = await command<TaskRow[]>(ctx, {
    operation: 'createTasks',
    input,
    projectIds: [projectId],
    run: async (tx) => {
      await refuseStrangers(tx, projectId, tasks);
      await refuseForeignIds(tx.em, 'task', chosen);
      const ranks = await ranksAtEnd(tx, projectId, tasks.length);
      return tasks.map(({ comments, ...fields }, at) => {
        const task = newTask(tx, { ...fields, id: fields.id ?? newId(), projectId, rank: ranks[at] ?? '' });
        for (const { text } of comments) newComment(tx, { id: newId(), projectId, taskId: task.id, text });
        return task;
      });
    },
    receipt: (made) => ({ ids: made.map(({ id }) => id).join() }),
    repeat: ({ ids = '' }) => readAgain(ctx, ids.split(',')),
  }).catch(
    refuseKnownId('task', async () => {
      const [known] = await readAgain(ctx, chosen);
      return known && presentTask(ctx, known);
    }),
  );
  return { tasks: result.map((task) => TASKS.of(task)), ...leftBy(left) };
}
