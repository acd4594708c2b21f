import { sql } from 'kysely';
import { accountCommand } from '../auth/accountCommand.js';
import { parseId } from '../platform/lib/ids.js';
import { notFound } from '../platform/lib/errors.js';
import { visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { readTask, type TaskRow } from '../tasks/task.reads.js';

async function setWatch(ctx: Context, rawId: unknown, watches: boolean): Promise<{ task: TaskRow }> {
  const taskId = parseId(rawId);
  const viewer = requireViewer(ctx);
  await accountCommand(ctx, watches ? 'watchTask' : 'unwatchTask', { taskId }, async ({ em, now }) => {
    const { rows } = await sql`
      insert into task_watch (task_id, user_id, watches, at)
      select t.id, ${viewer.userId}, ${watches}, ${now} from task t
      where t.id = ${taskId} and t.deleted_at is null and t.project_id in (${visibleProjects(viewer)})
      on conflict (task_id, user_id) do update set watches = excluded.watches, at = excluded.at
      returning task_id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Task');
  });
  ctx.loaders.clear();
  return { task: await readTask(ctx, taskId) };
}

/** The viewer gets notifications of the task's comments and statuses. */
export const watchTask = (ctx: Context, taskId: unknown): Promise<{ task: TaskRow }> => setWatch(ctx, taskId, true);

/** The viewer gets notifications of the task only if they are mentioned in it or it is assigned to them. */
export const unwatchTask = (ctx: Context, taskId: unknown): Promise<{ task: TaskRow }> => setWatch(ctx, taskId, false);
