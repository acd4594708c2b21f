import type { Context } from '../request/context.js';
import {
  getChecklistCount,
  getCommentCount,
  getFileFacts,
  getOpenBlockers,
  getSubtaskCount,
  getTaskKey,
  type TaskRow,
} from './task.reads.js';
import { excerptTask } from '../../contract/excerpt.js';

/** Returns a task as REST and CONFLICT errors show it: the row with its key, its excerpt and its counts. */
export async function presentTask(ctx: Context, task: TaskRow) {
  const [commentCount, items, subtasks, openBlockers, files, key] = await Promise.all([
    getCommentCount(ctx, task),
    getChecklistCount(ctx, task),
    getSubtaskCount(ctx, task),
    getOpenBlockers(ctx, task),
    getFileFacts(ctx, task),
    getTaskKey(ctx, task),
  ]);
  return {
    ...task,
    ...key,
    excerpt: excerptTask(task),
    commentCount,
    checklistTotal: items.total,
    checklistDone: items.done,
    subtasksTotal: subtasks.total,
    subtasksDone: subtasks.done,
    openBlockers,
    ...files,
  };
}
