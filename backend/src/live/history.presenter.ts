import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { HistoryRow } from './history.reads.js';

/** A line of history with an id, and entity and action in the words of GraphQL. */
export const historyInWords = <Row extends HistoryRow>({ n, ...row }: Row) => ({
  ...row,
  id: `${row.projectId}:${row.revision}:${n}`,
  entity: row.entity.toUpperCase(),
  action: row.action.toUpperCase(),
});

/** A line of history as REST answers one. */
export async function presentHistory(ctx: Context, row: HistoryRow) {
  const actor = await userLoader(ctx).load(row.actorId);
  return { ...historyInWords(row), actor: actor && presentTo(ctx, actor) };
}
