import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/enums.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader } from '../kernel/loaders.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';

/** A notification as the API shows one. */
export const NOTIFICATIONS = new Rows({
  id: sql<string>`n.id`,
  kind: sql<NotificationKind>`n.kind`,
  title: sql<string>`n.title`,
  message: sql<string>`n.message`,
  read: sql<boolean>`n.read`,
  createdAt: time(sql`n.created_at`),
  actorId: sql<string | null>`n.actor_id`,
  taskId: sql<string | null>`n.task_id`,
  projectId: sql<string | null>`n.project_id`,
  count: sql<number>`n.count`,
});
export type NotificationRow = RowOf<typeof NOTIFICATIONS>;

const NEWEST: Order = {
  name: 'NEWEST',
  by: sql`n.created_at`,
  type: 'timestamptz',
  id: sql`n.id`,
  descending: true,
};

const mine = (ctx: Context): RawBuilder<unknown> => sql`n.user_id = ${requireViewer(ctx).userId}`;

/** The viewer's notifications, newest first. */
export const readNotifications = (ctx: Context, unreadOnly: boolean, args: PageArgs): Promise<Page<NotificationRow>> =>
  readPage(
    ctx,
    {
      rows: NOTIFICATIONS,
      from: sql`notification n`,
      where: unreadOnly ? sql`${mine(ctx)} and not n.read` : mine(ctx),
      order: NEWEST,
    },
    args,
  );

/** One of the viewer's notifications; NOT_FOUND when absent or another's. */
export const readNotification = async (ctx: Context, id: string): Promise<NotificationRow> =>
  NOTIFICATIONS.one(ctx.em, 'Notification', sql`from notification n where n.id = ${id} and ${mine(ctx)}`);

/** Notifications by id, for the feed, which reads for many people at once and knows whose each is. */
export const notificationLoader = defineLoader<NotificationRow>(async (ctx, ids) => {
  const rows = await NOTIFICATIONS.read(ctx.em, sql`from notification n where n.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** The viewer's notifications by id, one statement for all that a request asks for at once. */
export const ownNotificationLoader = defineLoader<NotificationRow>(
  async (ctx, ids) => {
    const wanted = sql`n.id = any(${[...ids]}::uuid[])`;
    const rows = await NOTIFICATIONS.read(ctx.em, sql`from notification n where ${wanted} and ${mine(ctx)}`);
    return new Map(rows.map((row) => [row.id, row]));
  },
  { forViewer: true },
);
