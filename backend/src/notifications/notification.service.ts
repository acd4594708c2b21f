import { type RawBuilder, sql } from 'kysely';
import type { NotificationAction } from '../../contract/enums.js';
import { createNotificationSchema } from '../../contract/notifications.js';
import { command } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { changeInbox, countUnread, deliver } from './inbox.js';
import { readNotification } from './notification.reads.js';
import type { DeleteNotificationPayload, InboxWrittenType, MarkNotificationReadPayload } from './notification.types.js';

/**
 * One write to the viewer's own inbox, by a statement that says whose notifications they are: of one (NOT_FOUND where it
 * `mustBeThere` and nothing changes), or of all. A repeat changes nothing. Answers the unread count as it is then.
 */
async function writeInbox(
  ctx: Context,
  operation: string,
  action: NotificationAction,
  statement: RawBuilder<unknown>,
  { id, mustBeThere = false }: { id?: string; mustBeThere?: boolean } = {},
): Promise<number> {
  const { userId } = requireViewer(ctx);
  const { result } = await command<number>(ctx, {
    operation,
    input: id === undefined ? {} : { id },
    projectIds: [],
    run: async (tx) => {
      const { changed, unreadCount: left } = await changeInbox(tx, action, id ?? null, statement);
      if (mustBeThere && !changed) throw notFound('Notification');
      return left;
    },
    repeat: () => countUnread(ctx.em, userId),
  });
  return result;
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
      const nothing = { actorId: null, taskId: null, projectId: null, count: 1, source: null, act: null };
      const [made] = await deliver(tx, [{ ...input, ...nothing, userId: viewer.userId, kind: 'NOTE' }]);
      return made ?? '';
    },
    receipt: (made) => ({ id: made }),
    repeat: ({ id: made = '' }) => Promise.resolve(made),
  });
  return { notification: await readNotification(ctx, id), unreadCount: await countUnread(ctx.em, viewer.userId) };
}

/** Marks one as read. Marking a read one again changes nothing. */
export async function markNotificationRead(ctx: Context, rawId: unknown): Promise<MarkNotificationReadPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const notification = await readNotification(ctx, id);
  const statement = sql`update notification set read = true where id = ${id} and user_id = ${userId} and not read`;
  const unreadCount = await writeInbox(ctx, 'markNotificationRead', 'READ', statement, { id });
  return { notification: { ...notification, read: true }, unreadCount };
}

/** Marks all as read. */
export async function markAllNotificationsRead(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`update notification set read = true where user_id = ${userId} and not read`;
  return { unreadCount: await writeInbox(ctx, 'markAllNotificationsRead', 'READ_ALL', statement) };
}

/** Deletes one; NOT_FOUND when it is absent or another's. */
export async function deleteNotification(ctx: Context, rawId: unknown): Promise<DeleteNotificationPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const statement = sql`delete from notification where id = ${id} and user_id = ${userId}`;
  const unreadCount = await writeInbox(ctx, 'deleteNotification', 'REMOVED', statement, { id, mustBeThere: true });
  return { notificationId: id, unreadCount };
}

/** Deletes all. */
export async function clearNotifications(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`delete from notification where user_id = ${userId}`;
  return { unreadCount: await writeInbox(ctx, 'clearNotifications', 'CLEARED', statement) };
}

/** How many the viewer has not read. */
export const unreadCount = (ctx: Context): Promise<number> => countUnread(ctx.em, requireViewer(ctx).userId);
