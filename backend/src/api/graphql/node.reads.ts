import { parseTaskKey } from '../../../contract/keys.js';
import { LIMITS } from '../../../contract/limits.js';
import { type Context, requireViewer } from '../../request/context.js';
import { fieldError, invalid } from '../../platform/lib/errors.js';
import { parseId } from '../../platform/lib/ids.js';
import { defineLoader, type Loader } from '../../request/loaders.js';
import { type NotificationRow, ownNotificationLoader } from '../../notifications/notification.reads.js';
import { visibleUserLoader } from '../../projects/member.reads.js';
import { findTasksByKeys } from '../../tasks/taskKeys.js';
import type { UserRow } from '../../users/user.reads.js';
import { type KindNode, NODE_LOADERS } from '../kinds.js';

/** An object and its GraphQL type. */
export type FoundNode = KindNode | { type: 'User'; node: UserRow } | { type: 'Notification'; node: NotificationRow };

/** Loaders of the objects that the viewer may see, by type; the most requested first. */
const KINDS: { [Kind in FoundNode as Kind['type']]: (ctx: Context) => Loader<Kind['node']> } = {
  ...NODE_LOADERS,
  User: visibleUserLoader,
  Notification: ownNotificationLoader,
};
export const NODE_TYPES = Object.keys(KINDS) as FoundNode['type'][];

/** Tries one type after another, with one statement each, until all ids are found. */
const nodeLoader = defineLoader<FoundNode>(
  async (ctx, ids) => {
    const found = new Map<string, FoundNode>();
    // Notifications can be about projects outside the scope of a limited token.
    const isLimited = requireViewer(ctx).program?.projectIds != null;
    for (const type of NODE_TYPES) {
      if (type === 'Notification' && isLimited) continue;
      const left = ids.filter((id) => !found.has(id));
      const rows = await Promise.all(left.map((id) => KINDS[type](ctx).load(id)));
      for (const node of rows) if (node) found.set(node.id, { type, node } as FoundNode);
    }
    return found;
  },
  { forViewer: true },
);

/** Returns the objects in the order of the ids; null for each that is absent or not visible to the viewer. */
export async function readNodes(ctx: Context, ids: readonly unknown[]): Promise<(FoundNode | null)[]> {
  requireViewer(ctx);
  if (ids.length > LIMITS.pageMax) {
    const max = LIMITS.pageMax;
    throw invalid({ ids: fieldError('tooMany', `At most ${max} ids at once`, { max }) });
  }
  const keys = ids.filter((id): id is string => parseTaskKey(id) !== null);
  const tasks = await findTasksByKeys(ctx, keys);
  return Promise.all(
    ids.map(async (id) => {
      const taskId = tasks.get(id as string);
      const isUnknown = taskId === undefined && keys.includes(id as string);
      return isUnknown ? null : nodeLoader(ctx).load(taskId ?? parseId(id));
    }),
  );
}
