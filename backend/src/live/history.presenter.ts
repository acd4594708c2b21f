import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { HistoryRow } from './history.reads.js';

/** A line of history as REST answers one; entity and action in the words of GraphQL. */
export async function presentHistory(ctx: Context, { n, ...row }: HistoryRow) {
  const actor = await userLoader(ctx).load(row.actorId);
  return {
    ...row,
    id: `${row.projectId}:${row.revision}:${n}`,
    entity: row.entity.toUpperCase(),
    action: row.action.toUpperCase(),
    actor: actor && presentTo(ctx, actor),
  };
}
