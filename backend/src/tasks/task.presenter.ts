import type { Context } from '../kernel/context.js';
import { checklistCountOf, commentCountOf, type TaskRow } from './task.reads.js';

/** A task as REST answers one and as CONFLICT carries it: its row, and how many comments and items of a checklist it has. */
export async function presentTask(ctx: Context, task: TaskRow) {
  const { checklistCount, commentCount, ...row } = task;
  // at once where its list has counted: a page waits for none of its rows
  if (commentCount !== undefined && checklistCount) {
    return { ...row, commentCount, checklistTotal: checklistCount[0], checklistDone: checklistCount[1] };
  }
  const [comments, { total, done }] = await Promise.all([commentCountOf(ctx, task), checklistCountOf(ctx, task)]);
  return { ...row, commentCount: comments, checklistTotal: total, checklistDone: done };
}
