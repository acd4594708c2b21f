import type { Context } from '../kernel/context.js';
import { checklistCountOf, commentCountOf, type TaskRow } from './task.reads.js';

/** A task as REST answers one and as CONFLICT carries it: its row, and how many comments and items of a checklist it has. */
export async function presentTask(ctx: Context, task: TaskRow) {
  const [commentCount, { total, done }] = await Promise.all([commentCountOf(ctx, task), checklistCountOf(ctx, task)]);
  return { ...task, commentCount, checklistTotal: total, checklistDone: done };
}
