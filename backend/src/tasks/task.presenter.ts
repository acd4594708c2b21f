import type { Context } from '../request/context.js';
import { getChecklistCount, getCommentCount, type TaskRow } from './task.reads.js';

/** Returns a task as REST and CONFLICT errors show it: the row with its counts of comments and checklist items. */
export async function presentTask(ctx: Context, task: TaskRow) {
  const [commentCount, { total, done }] = await Promise.all([getCommentCount(ctx, task), getChecklistCount(ctx, task)]);
  return { ...task, commentCount, checklistTotal: total, checklistDone: done };
}
