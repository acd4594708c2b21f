import type { Context } from '../kernel/context.js';
import type { MaybePromise } from '../kernel/loaders.js';
import { commentCountOf, type TaskRow } from './task.reads.js';

/** A task as REST answers one and as CONFLICT carries it: its row, and how many comments it has. */
export function presentTask(ctx: Context, task: TaskRow): MaybePromise<Required<TaskRow>> {
  const commentCount = commentCountOf(ctx, task);
  return commentCount instanceof Promise
    ? commentCount.then((count) => ({ ...task, commentCount: count }))
    : { ...task, commentCount };
}
