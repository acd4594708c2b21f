import { type RawBuilder, sql } from 'kysely';
import { WATCHERS } from '../../contract/limits.js';
import { PREPARABLE } from '../platform/database/preparable.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, keyIn, wantedKeys } from '../request/loaders.js';
import type { Parent } from '../request/nestedPages.js';
import { USERS, type UserRow } from '../users/user.reads.js';

/** SQL condition: the person has muted the task `t`, or its project. They still get mentions and assignments. */
export const hasMuted = (
  userId: RawBuilder<unknown>,
  taskId: RawBuilder<unknown>,
  projectId: RawBuilder<unknown>,
) => sql`(
  exists (select 1 from task_watch w where w.task_id = ${taskId} and w.user_id = ${userId} and not w.watches)
  or exists (select 1 from project_mute u where u.project_id = ${projectId} and u.user_id = ${userId}))`;

/**
 * Returns the watchers of tasks: assignee, creator, commenters and people who chose to watch, without those who chose
 * not to; the viewer first, others by name.
 */
const watchersLoader = defineLoader<UserRow[]>(
  async (ctx, keys) => {
    const rows = await USERS.with({ taskId: sql<string>`watcher.task_id` }).read(
      ctx.em,
      sql`
      from (
        select t.id as task_id, m.user_id, row_number() over (
          partition by t.id order by m.user_id <> ${requireViewer(ctx).userId}, p.first_name, p.last_name, p.id) as place
        from ${wantedKeys(keys)}
        join task t on t.id = wanted.id and t.project_id = wanted.project_id
        join project_member m on m.project_id = t.project_id
        join account p on p.id = m.user_id
        left join task_watch w on w.task_id = t.id and w.user_id = m.user_id
        where coalesce(w.watches, m.user_id = t.assignee_id or m.user_id = t.creator_id or exists (
          select 1 from comment c where c.task_id = t.id and c.author_id = m.user_id and c.deleted_at is null))) watcher
      join account a on a.id = watcher.user_id
      where watcher.place <= ${WATCHERS.max} order by watcher.task_id, watcher.place ${PREPARABLE}`,
    );
    const byTask = Map.groupBy(rows, ({ taskId }) => taskId);
    return new Map(keys.map((key) => [key, byTask.get(key.slice(key.indexOf(':') + 1)) ?? []]));
  },
  { forViewer: true },
);

/** Returns who is notified of a task's comments and statuses. The caller must have checked access to the task. */
export const readWatchers = async (ctx: Context, { projectId, id }: Parent): Promise<UserRow[]> =>
  (await watchersLoader(ctx).load(keyIn(projectId, id))) ?? [];
