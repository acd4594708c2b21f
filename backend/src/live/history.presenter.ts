import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { HistoryRow } from './history.reads.js';

/** A line of history as REST answers one; entity and action in the words of GraphQL. */
export async function presentHistory(ctx: Context, row: HistoryRow) {
  const actor = await userLoader(ctx).load(row.actorId);
  return {
    id: `${row.projectId}:${row.revision}:${row.n}`,
    projectId: row.projectId,
    revision: row.revision,
    entity: row.entity.toUpperCase(),
    entityId: row.entityId,
    action: row.action.toUpperCase(),
    fields: row.fields,
    at: row.at,
    subject: row.subject,
    taskId: row.taskId,
    actorId: row.actorId,
    actor: actor && presentTo(ctx, actor),
  };
}
