import { sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { bulkUpdateTasksSchema, type ChangeOfMany } from '../../contract/tasks.js';
import { command, type Tx } from '../write/command.js';
import { type Context, requireViewer } from '../request/context.js';
import { fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import { isInScope } from '../request/program.js';
import { requireAssignable } from './assignable.js';
import { addDueTime, changeDue } from './due.js';
import { Task } from './task.entity.js';
import { toTaskRow } from './task.reads.js';
import { placeTasks } from './placement.js';
import { changeStatus, findColumn, getColumns } from './taskColumn.js';
import { requireStartBeforeDue } from './startDate.js';
import { softDeleteTasks } from './taskParts.js';
import { retryIfMoved } from './task.service.js';
import type { BulkUpdateTasksPayload } from './task.types.js';

/** Throws NOT_FOUND if the viewer lacks access to one of these tasks. Includes deleted tasks, which a repeated request names. */
async function readProjectIds(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select t.project_id as "projectId" from task t
    join project_member m on m.project_id = t.project_id and ${isInScope(requireViewer(ctx))}
    where t.id = any(${[...ids]}::uuid[])`.execute(ctx.em.getKysely());
  if (rows.length < ids.length) throw notFound('Task');
  return [...new Set(rows.map(({ projectId }) => projectId))].sort();
}

function mergeTags(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const next = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (next.length > LIMITS.tagsMax) {
    const max = LIMITS.tagsMax;
    throw invalid({ addTags: fieldError('tooMany', `A task can have at most ${max} tags`, { max }) });
  }
  return next;
}

/** Changes one of many tasks. A due day must come with its due time. Throws before it changes anything. */
export async function applyBulkChange(
  tx: Tx,
  task: Task,
  { addTags, removeTags, status, dueDate, dueDay, ...fields }: Omit<ChangeOfMany, 'delete'>,
): Promise<void> {
  const tags = addTags || removeTags ? { tags: mergeTags(task.tags, addTags ?? [], removeTags ?? []) } : {};
  const { startDate = task.startDate } = fields;
  const due = changeDue(task, { dueDate, dueDay });
  const dates = { startDate, dueDate: task.dueDate, dueDay: task.dueDay, ...due };
  await requireStartBeforeDue(tx, [dates], { startDate: fields.startDate, dueDate, dueDay });
  tx.em.assign(task, { ...fields, ...tags, ...due });
  if (status !== undefined) await changeStatus(tx, task, status);
}

/** Changes or deletes up to 200 tasks in one command. Throws NOT_FOUND if the viewer lacks access to one of them. */
export async function bulkUpdateTasks(ctx: Context, raw: unknown): Promise<BulkUpdateTasksPayload> {
  const { userId } = requireViewer(ctx);
  const input = parse(bulkUpdateTasksSchema, raw);
  const { ids, columnId, afterId, beforeId, delete: isDeletion, ...change } = await addDueTime(ctx.em, userId, input);
  const load = (em: Tx['em'], projectIds: readonly string[]): Promise<Task[]> =>
    em.find(Task, { id: { $in: ids }, projectId: { $in: projectIds }, deletedAt: null }, { orderBy: { id: 'asc' } });
  const changeAll = (projectIds: readonly string[]) =>
    command<Task[]>(ctx, {
      operation: 'bulkUpdateTasks',
      input,
      projectIds,
      run: async (tx) => {
        for (const projectId of projectIds) await requireAssignable(tx.em, projectId, change.assigneeId);
        const tasks = await load(tx.em, projectIds);
        if (tasks.length < ids.length) throw notFound('Task');
        if (isDeletion) softDeleteTasks(tx, tasks);
        else
          for (const task of tasks) {
            await applyBulkChange(tx, task, change);
            if (columnId != null) {
              task.moveTo(findColumn(await getColumns(tx, task.projectId), columnId, change.status));
            }
          }
        if (afterId != null || beforeId != null) {
          const order = new Map(ids.map((id, at) => [id, at]));
          const inOrder = tasks.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
          await placeTasks(tx, inOrder, { afterId, beforeId });
        }
        return tasks;
      },
      repeat: () => load(ctx.em, projectIds),
    });
  const { result, revisions } = await retryIfMoved(() => readProjectIds(ctx, ids), changeAll);
  const tasks = result.filter(({ deletedAt }) => deletedAt === null).map(toTaskRow);
  const remaining = new Set(tasks.map(({ id }) => id));
  return {
    tasks,
    deletedIds: ids.filter((id) => !remaining.has(id)),
    revisions,
  };
}
