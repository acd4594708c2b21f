import { LIMITS } from '../../contract/limits.js';
import { type CommentRow, commentLoader } from '../comments/comment.reads.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { defineLoader, type Loader } from '../kernel/loaders.js';
import { type NotificationRow, ownNotificationLoader } from '../notifications/notification.reads.js';
import { visibleUserLoader } from '../projects/member.reads.js';
import { type ProjectRow, projectLoader } from '../projects/project.reads.js';
import { type TaskRow, taskLoader } from '../tasks/task.reads.js';
import type { UserRow } from '../users/user.reads.js';

/** An object and its kind, by the names of the types. */
export type FoundNode =
  | { type: 'Task'; node: TaskRow }
  | { type: 'Comment'; node: CommentRow }
  | { type: 'Project'; node: ProjectRow }
  | { type: 'User'; node: UserRow }
  | { type: 'Notification'; node: NotificationRow };

/** The kinds, those that are asked for most before others, with what the viewer may see of each. */
const KINDS: { [Kind in FoundNode as Kind['type']]: (ctx: Context) => Loader<Kind['node']> } = {
  Task: taskLoader,
  Comment: commentLoader,
  Project: projectLoader,
  User: visibleUserLoader,
  Notification: ownNotificationLoader,
};
export const NODE_TYPES = Object.keys(KINDS) as FoundNode['type'][];

/** Objects of whatever kind by id: one statement a kind for all that a request asks for at once, until all are found. */
const nodeLoader = defineLoader<FoundNode>(
  async (ctx, ids) => {
    const found = new Map<string, FoundNode>();
    // notifications are about more than the projects that a program may be limited to
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

/** The objects with these ids that the viewer may see, in this order; null for the others. */
export async function readNodes(ctx: Context, ids: readonly unknown[]): Promise<(FoundNode | null)[]> {
  requireViewer(ctx);
  if (ids.length > LIMITS.pageMax) throw invalid({ ids: [`At most ${LIMITS.pageMax} ids at once`] });
  return Promise.all(ids.map((id) => nodeLoader(ctx).load(parseId(id))));
}
