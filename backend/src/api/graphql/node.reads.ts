import { parseTaskKey } from '../../../contract/keys.js';
import { LIMITS } from '../../../contract/limits.js';
import { type Context, requireViewer } from '../../request/context.js';
import { fieldError, invalid } from '../../platform/lib/errors.js';
import { parseId } from '../../platform/lib/ids.js';
import type { Loader } from '../../request/loaders.js';
import { type NotificationRow, ownNotificationLoader } from '../../notifications/notification.reads.js';
import { visibleUserLoader } from '../../projects/member.reads.js';
import { findTasksByKeys } from '../../tasks/taskKeys.js';
import type { UserRow } from '../../users/user.reads.js';
import { type CommentRow, commentLoader } from '../../comments/comment.reads.js';
import { type ProjectRow, projectLoader } from '../../projects/project.reads.js';
import { type TaskRow, taskLoader } from '../../tasks/task.reads.js';

/** An object and its GraphQL type. */
export type FoundNode =
  | { type: 'Task'; node: TaskRow }
  | { type: 'Comment'; node: CommentRow }
  | { type: 'Project'; node: ProjectRow }
  | { type: 'User'; node: UserRow }
  | { type: 'Notification'; node: NotificationRow };

/** Loaders of the objects that the viewer may see, by type; the most requested first. */
const KINDS: { [Kind in FoundNode as Kind['type']]: (ctx: Context) => Loader<Kind['node']> } = {
  Task: taskLoader,
  Comment: commentLoader,
  Project: projectLoader,
  User: visibleUserLoader,
  Notification: ownNotificationLoader,
};
export const NODE_TYPES = Object.keys(KINDS) as FoundNode['type'][];

/**
 * Looks for ids in one type after another, with one statement for all ids requested at the same time. Starts with the
 * types that the query has fragments for, because it expects those.
 */
async function findNode(ctx: Context, id: string, expected: ReadonlySet<string>): Promise<FoundNode | null> {
  // Notifications can be about projects outside the scope of a limited token.
  const isLimited = requireViewer(ctx).program?.projectIds != null;
  const types = NODE_TYPES.filter((type) => type !== 'Notification' || !isLimited);
  for (const type of types.toSorted((a, b) => Number(expected.has(b)) - Number(expected.has(a)))) {
    const node = await KINDS[type](ctx).load(id);
    if (node) return { type, node } as FoundNode;
  }
  return null;
}

/** Returns the objects in the order of the ids, looked for among the `expected` types first; null for each that is absent or not visible to the viewer. */
export async function readNodes(
  ctx: Context,
  ids: readonly unknown[],
  expected: ReadonlySet<string> = new Set(),
): Promise<(FoundNode | null)[]> {
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
      return isUnknown ? null : findNode(ctx, taskId ?? parseId(id), expected);
    }),
  );
}
