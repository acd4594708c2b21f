import { type RawBuilder, sql } from 'kysely';
import { createNotificationSchema } from '../../contract/notifications.js';
import { command, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid, notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { changeGroup, changeInbox, countUnread, deliver } from './inbox.js';
import { groupOf, readNotification } from './notification.reads.js';
import type { DeleteNotificationPayload, InboxWrittenType, MarkNotificationReadPayload } from './notification.types.js';

/** How an inbox is changed by one write, and to what unread count that led. */
type Change = (tx: Tx) => Promise<{ changed: boolean; unreadCount: number }>;

/**
 * One write to the viewer's own inbox: to one notification (NOT_FOUND where it `mustBeThere` and nothing changes), or to all.
 * A repeat changes nothing. Answers the unread count as it is then.
 */
async function writeInbox(
  ctx: Context,
  operation: string,
  change: Change,
  { mustBeThere = false, ...input }: { id?: string; group?: true; mustBeThere?: boolean } = {},
): Promise<number> {
  const { userId } = requireViewer(ctx);
  const { result } = await command<number>(ctx, {
    operation,
    input,
    projectIds: [],
    run: async (tx) => {
      const { changed, unreadCount: left } = await change(tx);
      if (mustBeThere && !changed) throw notFound('Notification');
      return left;
    },
    repeat: () => countUnread(ctx.em, userId),
  });
  return result;
}

/** One of the viewer's notifications and those before it that belong with it. */
const upTo = (userId: string, id: string): RawBuilder<unknown> => sql`n.user_id = ${userId}
  and (${groupOf('n')}, n.user_id) = (select ${groupOf('m')}, m.user_id from notification m where m.id = ${id})
  and (n.created_at, n.id) <= (select m.created_at, m.id from notification m where m.id = ${id})`;

/** Whether a write means those before it too that belong with it. */
function readGroup(raw: unknown): { group?: true } {
  if (raw !== undefined && raw !== null && typeof raw !== 'boolean') {
    throw invalid({ group: ['group must be true or false'] });
  }
  return raw === true ? { group: true } : {};
}

/** Writes a note to oneself. */
export async function createNotification(ctx: Context, raw: unknown): Promise<MarkNotificationReadPayload> {
  const viewer = requireViewer(ctx);
  const input = parse(createNotificationSchema, raw);
  await limitCreates(ctx);
  const { result: id } = await command<string>(ctx, {
    operation: 'createNotification',
    input,
    projectIds: [],
    run: async (tx) => {
      const nothing = { actorId: null, taskId: null, projectId: null, count: 1, source: null, act: null, about: [] };
      const [made] = await deliver(tx, [{ ...input, ...nothing, userId: viewer.userId, kind: 'NOTE' }]);
      return made ?? '';
    },
    receipt: (made) => ({ id: made }),
    repeat: ({ id: made = '' }) => Promise.resolve(made),
  });
  return { notification: await readNotification(ctx, id), unreadCount: await countUnread(ctx.em, viewer.userId) };
}

/** Marks one as read, with its `group` those before it that belong with it. Marking a read one again changes nothing. */
export async function markNotificationRead(
  ctx: Context,
  rawId: unknown,
  rawGroup?: unknown,
): Promise<MarkNotificationReadPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const group = readGroup(rawGroup);
  await readNotification(ctx, id);
  const one = sql`update notification set read = true where id = ${id} and user_id = ${userId} and not read`;
  const change: Change = (tx) =>
    group.group ? changeGroup(tx, 'READ', upTo(userId, id)) : changeInbox(tx, 'READ', id, one);
  const left = await writeInbox(ctx, 'markNotificationRead', change, { id, ...group });
  return { notification: await readNotification(ctx, id), unreadCount: left };
}

/** Marks all as read. */
export async function markAllNotificationsRead(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`update notification set read = true where user_id = ${userId} and not read`;
  const change: Change = (tx) => changeInbox(tx, 'READ_ALL', null, statement);
  return { unreadCount: await writeInbox(ctx, 'markAllNotificationsRead', change) };
}

/** Deletes one, with its `group` those before it that belong with it; NOT_FOUND when it is absent or another's. */
export async function deleteNotification(
  ctx: Context,
  rawId: unknown,
  rawGroup?: unknown,
): Promise<DeleteNotificationPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const group = readGroup(rawGroup);
  const one = sql`delete from notification where id = ${id} and user_id = ${userId}`;
  const change: Change = (tx) =>
    group.group ? changeGroup(tx, 'REMOVED', upTo(userId, id)) : changeInbox(tx, 'REMOVED', id, one);
  const left = await writeInbox(ctx, 'deleteNotification', change, { id, ...group, mustBeThere: true });
  return { notificationId: id, unreadCount: left };
}

/** Deletes all. */
export async function clearNotifications(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`delete from notification where user_id = ${userId}`;
  const change: Change = (tx) => changeInbox(tx, 'CLEARED', null, statement);
  return { unreadCount: await writeInbox(ctx, 'clearNotifications', change) };
}

/** How many the viewer has not read. */
export const unreadCount = (ctx: Context): Promise<number> => countUnread(ctx.em, requireViewer(ctx).userId);
