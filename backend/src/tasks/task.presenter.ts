import type { Context } from '../kernel/context.js';
import { commentCountOf, type TaskRow } from './task.reads.js';

/** The columns of a task, flat. */
function presentTask(task: TaskRow) {
  return {
    id: task.id,
    projectId: task.projectId,
    title: task.title,
    description: task.description,
    status: task.status,
    priority: task.priority,
    dueDate: task.dueDate,
    tags: task.tags,
    rank: task.rank,
    version: task.version,
    creatorId: task.creatorId,
    assigneeId: task.assigneeId,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  };
}

/** A task as REST answers one and as CONFLICT carries it: flat, with the number of its comments. */
export const presentWholeTask = async (ctx: Context, task: TaskRow) => ({
  ...presentTask(task),
  commentCount: await commentCountOf(ctx, task),
});
