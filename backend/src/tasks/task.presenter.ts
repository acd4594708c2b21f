import type { TaskRow } from './task.reads.js';

/** A task as REST answers one: flat. */
export function presentTask(task: TaskRow) {
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
