import type { Context } from '../kernel/context.js';
import { commentCountOf, type TaskRow } from './task.reads.js';

/** A task as REST answers one and as CONFLICT carries it: its row, and how many comments it has. */
export const presentTask = async (ctx: Context, task: TaskRow) => ({
  ...task,
  commentCount: await commentCountOf(ctx, task),
});
