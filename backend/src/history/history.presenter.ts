import { apiName, type ChangeAction, type KindName } from '../write/changeLog.js';
import { readFields } from '../write/longText.js';
import type { Context } from '../request/context.js';
import { presentUser } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { HistoryRow } from './history.reads.js';

/** Returns a line with its id and with the API's names for entity and action. */
export const toApiHistory = <Row extends HistoryRow>({ n, entity, action, ...row }: Row) => ({
  ...row,
  id: `${row.projectId}:${row.revision}:${n}`,
  entity: apiName<KindName>(entity),
  action: apiName<ChangeAction>(action),
});

export async function presentHistory(ctx: Context, row: HistoryRow) {
  const [actor, fields] = await Promise.all([userLoader(ctx).load(row.actorId), readFields(ctx, row)]);
  return { ...toApiHistory(row), fields, actor: actor && presentUser(ctx, actor) };
}
