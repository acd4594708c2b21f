import type { Context } from '../kernel/context.js';
import type { TaskRow } from './task.reads.js';

/** What a room further right adds to the JSON of a task. */
type Addition = (ctx: Context, taskId: string) => Promise<Record<string, unknown>>;
const additions: Addition[] = [];

/** Called once, while the rooms load: from then on every answered task carries what `addition` returns. */
export const addToTaskJson = (addition: Addition): void => {
  additions.push(addition);
};

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

/** A task as REST answers one and as CONFLICT carries it: flat, with what other rooms add. */
export async function presentWholeTask(ctx: Context, task: TaskRow) {
  const added = await Promise.all(additions.map((addition) => addition(ctx, task.id)));
  return Object.assign(presentTask(task), ...added) as ReturnType<typeof presentTask> & { commentCount: number };
}
