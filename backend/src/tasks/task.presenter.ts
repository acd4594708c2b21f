import type { Context } from '../request/context.js';
import { getChecklistCount, getCommentCount, getTaskKey, type TaskRow } from './task.reads.js';
import { excerptTask } from '../../contract/excerpt.js';

/** Returns a task as REST and CONFLICT errors show it: the row with its key, its excerpt and its counts of comments and checklist items. */
export async function presentTask(ctx: Context, task: TaskRow) {
  const [commentCount, { total, done }, key] = await Promise.all([
    getCommentCount(ctx, task),
    getChecklistCount(ctx, task),
    getTaskKey(ctx, task),
  ]);
  return { ...task, ...key, excerpt: excerptTask(task), commentCount, checklistTotal: total, checklistDone: done };
}
