import type { Context } from '../kernel/context.js';
import { presentTask } from '../tasks/task.presenter.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { commentCountLoader } from './comment.reads.js';

/** A task as REST answers one, with what comments add to it. */
export async function presentTaskWithComments(ctx: Context, task: TaskRow) {
  return { ...presentTask(task), commentCount: (await commentCountLoader(ctx).load(task.id)) ?? 0 };
}
