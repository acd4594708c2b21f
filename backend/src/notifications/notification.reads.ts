import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/enums.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader } from '../kernel/loaders.js';
import { parseId } from '../kernel/ids.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';

/**
 * What belongs together in a person's inbox: what is told of one task, and of reminders those of one kind and day (in UTC: when
 * a day begins, it must not depend on who looks). All else stands by itself. There is an index over it, in these very words.
 */
export const groupOf = (n: string): RawBuilder<string> =>
  sql.raw(`(case
    when ${n}.kind in ('DUE_SOON', 'OVERDUE') then ${n}.kind || ':' || extract(day from ${n}.created_at - timestamptz '1970-01-01 00:00+00')::text
    else coalesce(${n}.task_id, ${n}.id)::text end)`);

const N = groupOf('n');

/** Those of the same person that belong with it. */
const GROUP_FACTS = sql<NotificationGroup>`(
  select jsonb_build_object('id', ${N}, 'size', count(*), 'unreadCount', count(*) filter (where not g.read), 'count', sum(g.count))
  from notification g where g.user_id = n.user_id and ${groupOf('g')} = ${N})`;

/** What stands together in the bell. */
export interface NotificationGroup {
  id: string;
  size: number;
  unreadCount: number;
  count: number;
}

/** A notification by itself, as a download has it. */
export const OWN_NOTIFICATIONS = new Rows({
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

export type OwnNotificationRow = RowOf<typeof OWN_NOTIFICATIONS>;

/** A notification as the API shows one. */
export const NOTIFICATIONS = OWN_NOTIFICATIONS.with({ group: GROUP_FACTS });
export type NotificationRow = RowOf<typeof NOTIFICATIONS>;

const NEWEST: Order = {
  name: 'NEWEST',
  by: sql`n.created_at`,
  type: 'timestamptz',
  id: sql`n.id`,
  descending: true,
};

const mine = (ctx: Context): RawBuilder<unknown> => sql`n.user_id = ${requireViewer(ctx).userId}`;

/** Of a group only the newest. */
const NEWEST_OF_GROUP = sql`not exists (
  select 1 from notification later where later.user_id = n.user_id and ${groupOf('later')} = ${N}
    and (later.created_at, later.id) > (n.created_at, n.id))`;

/** Which of the viewer's notifications are asked for. */
export interface NotificationFilter {
  unreadOnly?: boolean | null | undefined;
  /** Of each group the newest. */
  grouped?: boolean | null | undefined;
  /** Those that belong with this one, which is one of them. */
  groupOf?: string | null | undefined;
}

/** The viewer's notifications, newest first. */
export const readNotifications = (
  ctx: Context,
  { unreadOnly, grouped, groupOf: of }: NotificationFilter,
  args: PageArgs,
): Promise<Page<NotificationRow>> => {
  const conditions = [
    mine(ctx),
    ...(unreadOnly ? [sql`not n.read`] : []),
    ...(grouped ? [NEWEST_OF_GROUP] : []),
    ...(of == null
      ? []
      : [
          sql`${N} = (select ${groupOf('m')} from notification m where m.id = ${parseId(of)} and m.user_id = ${requireViewer(ctx).userId})`,
        ]),
  ];
  const where = sql.join(conditions, sql` and `);
  return readPage(ctx, { rows: NOTIFICATIONS, from: sql`notification n`, where, order: NEWEST }, args);
};

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
