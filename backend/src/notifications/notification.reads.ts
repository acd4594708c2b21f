import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/enums.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { defineLoader } from '../kernel/loaders.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';

/** A notification as the API shows one. */
export interface NotificationRow {
  id: string;
  userId: string;
  kind: NotificationKind;
  title: string;
  message: string;
  read: boolean;
  createdAt: Date;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  count: number;
}

type Raw = Omit<NotificationRow, 'createdAt'> & { createdAt: string };

const COLUMNS = sql`n.id, n.user_id as "userId", n.kind, n.title, n.message, n.read, n.created_at as "createdAt",
  n.actor_id as "actorId", n.task_id as "taskId", n.project_id as "projectId", n.count`;

const toRow = (raw: Raw): NotificationRow => ({
  id: raw.id,
  userId: raw.userId,
  kind: raw.kind,
  title: raw.title,
  message: raw.message,
  read: raw.read,
  createdAt: new Date(raw.createdAt),
  actorId: raw.actorId,
  taskId: raw.taskId,
  projectId: raw.projectId,
  count: raw.count,
});

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
      select: COLUMNS,
      from: sql`notification n`,
      where: unreadOnly ? sql`${mine(ctx)} and not n.read` : mine(ctx),
      order: NEWEST,
    },
    args,
    (raw) => toRow(raw as unknown as Raw),
  );

/** One of the viewer's notifications; NOT_FOUND when absent or another's. */
export async function readNotification(ctx: Context, id: string): Promise<NotificationRow> {
  const { rows } = await sql<Raw>`select ${COLUMNS} from notification n where n.id = ${id} and ${mine(ctx)}`.execute(
    ctx.em.getKysely(),
  );
  const [raw] = rows;
  if (!raw) throw notFound('Notification');
  return toRow(raw);
}

/** Notifications by id, for the feed, which reads for many people at once and knows whose each is. */
export const notificationLoader = defineLoader<NotificationRow>(async (ctx, ids) => {
  const { rows } = await sql<Raw>`select ${COLUMNS} from notification n where n.id = any(${[...ids]}::uuid[])`.execute(
    ctx.em.getKysely(),
  );
  return new Map(rows.map((raw) => [raw.id, toRow(raw)]));
});
