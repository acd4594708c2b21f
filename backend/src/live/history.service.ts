import { type Context, requireViewer } from '../kernel/context.js';
import { parseId } from '../kernel/ids.js';
import type { Page, PageArgs } from '../kernel/page.js';
import { readProject } from '../projects/project.reads.js';
import { readTask } from '../tasks/task.reads.js';
import { type HistoryRow, readActivity, readTaskHistory } from './history.reads.js';

/** The history of one of the viewer's tasks; NOT_FOUND when absent or foreign. */
export async function taskHistory(ctx: Context, rawId: unknown, args: PageArgs): Promise<Page<HistoryRow>> {
  requireViewer(ctx);
  const task = await readTask(ctx, parseId(rawId));
  return readTaskHistory(ctx, task.projectId, task.id, args);
}

/** The activity in one of the viewer's projects; NOT_FOUND when absent or foreign. */
export async function projectActivity(ctx: Context, rawId: unknown, args: PageArgs): Promise<Page<HistoryRow>> {
  requireViewer(ctx);
  const project = await readProject(ctx, parseId(rawId));
  return readActivity(ctx, project.id, args);
}
