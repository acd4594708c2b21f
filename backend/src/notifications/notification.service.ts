import { sql } from 'kysely';
import { createNotificationSchema } from '../../contract/notifications.js';
import { command, type Tx, type Write } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import type { Page, PageArgs } from '../kernel/page.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { changeInbox, countUnread, deliver } from './inbox.js';
import { type NotificationRow, readNotification, readNotifications } from './notification.reads.js';

/** What a write to one's notifications answers. */
export interface InboxWritten {
  unreadCount: number;
}

export interface NotificationWritten extends InboxWritten {
  notification: NotificationRow;
}

export interface NotificationDeleted extends InboxWritten {
  notificationId: string;
}

/** One write to the viewer's own inbox; a repeat changes nothing and answers the count as it is now. */
async function inboxCommand(
  ctx: Context,
  operation: string,
  input: unknown,
  { mutationId }: Write,
  run: (tx: Tx) => Promise<number>,
): Promise<number> {
  const { result } = await command<number>(ctx, {
    operation,
    input,
    projectIds: [],
    mutationId,
    run,
    repeat: () => countUnread(ctx.em, requireViewer(ctx).userId),
  });
  return result;
}

/** Writes a note to oneself. */
export async function createNotification(
  ctx: Context,
  raw: unknown,
  { mutationId }: Write = {},
): Promise<NotificationWritten> {
  const viewer = requireViewer(ctx);
  const input = parse(createNotificationSchema, raw);
  await limitCreates(ctx);
  const { result: id } = await command<string>(ctx, {
    operation: 'createNotification',
    input,
    projectIds: [],
    mutationId,
    run: async (tx) => {
      const nothing = { actorId: null, taskId: null, projectId: null, count: 1, source: null };
      const [made] = await deliver(tx, [{ ...input, ...nothing, userId: viewer.userId, kind: 'NOTE' }]);
      return made ?? '';
    },
    receipt: (made) => ({ id: made }),
    repeat: ({ id: made = '' }) => Promise.resolve(made),
  });
  return { notification: await readNotification(ctx, id), unreadCount: await countUnread(ctx.em, viewer.userId) };
}

/** Marks one as read. Marking a read one again changes nothing. */
export async function markNotificationRead(
  ctx: Context,
  rawId: unknown,
  write: Write = {},
): Promise<NotificationWritten> {
  requireViewer(ctx);
  const id = parseId(rawId);
  const notification = await readNotification(ctx, id);
  const unreadCount = await inboxCommand(ctx, 'markNotificationRead', { id }, write, (tx) =>
    changeInbox(tx, 'READ', id, async () => {
      const { numAffectedRows } = await sql`
        update notification set read = true where id = ${id} and user_id = ${tx.viewer.userId} and not read`.execute(
        tx.em.getKysely(),
      );
      return Number(numAffectedRows) > 0;
    }),
  );
  return { notification: { ...notification, read: true }, unreadCount };
}

/** Marks all as read. */
export async function markAllNotificationsRead(ctx: Context, write: Write = {}): Promise<InboxWritten> {
  const unreadCount = await inboxCommand(ctx, 'markAllNotificationsRead', {}, write, (tx) =>
    changeInbox(tx, 'READ_ALL', null, async () => {
      const { numAffectedRows } = await sql`
        update notification set read = true where user_id = ${tx.viewer.userId} and not read`.execute(
        tx.em.getKysely(),
      );
      return Number(numAffectedRows) > 0;
    }),
  );
  return { unreadCount };
}

/** Deletes one; NOT_FOUND when it is absent or another's. */
export async function deleteNotification(
  ctx: Context,
  rawId: unknown,
  write: Write = {},
): Promise<NotificationDeleted> {
  requireViewer(ctx);
  const id = parseId(rawId);
  const unreadCount = await inboxCommand(ctx, 'deleteNotification', { id }, write, (tx) =>
    changeInbox(tx, 'REMOVED', id, async () => {
      const { numAffectedRows } = await sql`
        delete from notification where id = ${id} and user_id = ${tx.viewer.userId}`.execute(tx.em.getKysely());
      if (Number(numAffectedRows) === 0) throw notFound('Notification');
      return true;
    }),
  );
  return { notificationId: id, unreadCount };
}

/** Deletes all. */
export async function clearNotifications(ctx: Context, write: Write = {}): Promise<InboxWritten> {
  const unreadCount = await inboxCommand(ctx, 'clearNotifications', {}, write, (tx) =>
    changeInbox(tx, 'CLEARED', null, async () => {
      const { numAffectedRows } = await sql`
        delete from notification where user_id = ${tx.viewer.userId}`.execute(tx.em.getKysely());
      return Number(numAffectedRows) > 0;
    }),
  );
  return { unreadCount };
}

/** The viewer's notifications, newest first. */
export async function listNotifications(
  ctx: Context,
  unreadOnly: boolean,
  args: PageArgs,
): Promise<Page<NotificationRow>> {
  requireViewer(ctx);
  return readNotifications(ctx, unreadOnly, args);
}

/** How many the viewer has not read. */
export const unreadCount = (ctx: Context): Promise<number> => countUnread(ctx.em, requireViewer(ctx).userId);
