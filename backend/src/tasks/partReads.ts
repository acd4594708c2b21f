import { sql } from 'kysely';
import type { Rows } from '../platform/database/rows.js';
import { type Context, requireViewer } from '../request/context.js';
import { feedLoader } from '../request/loaders.js';
import { isInScope } from '../request/program.js';

interface PartPlace {
  id: string;
  projectId: string;
  taskId: string;
}

/** Defines how single parts of tasks are read, from `table` under the alias of `rows`; NOT_FOUND names `what`. */
export function definePartReads<Part extends PartPlace>(what: string, rows: Rows<Part>, table: string, alias: string) {
  const from = sql.raw(`${table} ${alias}`);
  const part = sql.raw(alias);
  const wanted = sql`${from} on ${part}.id = wanted.id and ${part}.project_id = wanted.project_id`;
  const loadFromFeed = feedLoader(
    rows,
    ({ id }) => id,
    sql`${wanted} and ${part}.deleted_at is null
    join project p on p.id = ${part}.project_id and p.deleted_at is null`,
  );
  const loadDeleted = feedLoader(rows.pick('projectId', 'id', 'taskId'), ({ id }) => id, wanted);
  return {
    loadFromFeed,

    /** Returns the task id of a part, which can be deleted, for the feed. */
    getTaskId: async (ctx: Context, key: string): Promise<string | null> =>
      (await loadFromFeed(ctx).load(key))?.taskId ?? (await loadDeleted(ctx).load(key))?.taskId ?? null,

    /**
     * Throws NOT_FOUND if the part does not exist or the viewer cannot see its project. Finds deleted parts as well,
     * because a repeated request can name one.
     */
    readLocation: async (ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> => {
      const isMine = isInScope(requireViewer(ctx));
      const member = sql`join project_member m on m.project_id = ${part}.project_id and ${isMine}`;
      const rest = sql`from ${from} ${member} where ${part}.id = ${id}`;
      return rows.pick('projectId', 'taskId').one(ctx.em, what, rest);
    },
  };
}
