import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/notificationKinds.js';
import { REMINDER_KINDS } from '../../contract/notificationKinds.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';
import { parseId } from '../platform/lib/ids.js';
import type { NotificationGroupType } from './notification.types.js';
import type { NotificationParams } from './params.js';
import { ERASED_NAMES } from '../write/erase.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import { type Moment, readById, type RowOf, Rows, time } from '../platform/database/rows.js';

const REMINDERS = REMINDER_KINDS.map((kind) => `'${kind}'`).join(', ');

/**
 * SQL key of a notification's group: reminders by kind and day, others by task, the rest alone. Days are in UTC, so that the
 * groups do not depend on the viewer. An index has exactly this expression.
 */
export const groupKey = (n: string): RawBuilder<string> =>
  sql.raw(`(case
    when ${n}.kind in (${REMINDERS}) then ${n}.kind || ':' || extract(day from ${n}.created_at - timestamptz '1970-01-01 00:00+00')::text
    else coalesce(${n}.task_id, ${n}.id)::text end)`);

const N = groupKey('n');

const GROUP_FACTS = sql<NotificationGroupType>`(
  select jsonb_build_object('id', ${N}, 'size', count(*), 'unreadCount', count(*) filter (where not g.read), 'count', sum(g.count))
  from notification g where g.user_id = n.user_id and ${groupKey('g')} = ${N}
    and (g.snoozed_until is null) = (n.snoozed_until is null))`;

/** The stored params, without names that a process of an earlier version has erased only from the texts. */
const PARAMS = sql<NotificationParams | null>`case
  when n.message <> '' then n.params
  when n.count > 1 then n.params || ${ERASED_NAMES}
end`;

/** The fields of a notification in exports. */
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
  snoozedUntil: time<Moment | null>(sql`n.snoozed_until`),
});

export type OwnNotificationRow = RowOf<typeof OWN_NOTIFICATIONS>;

const NOTIFICATIONS = OWN_NOTIFICATIONS.with({ params: PARAMS, group: GROUP_FACTS });
export type NotificationRow = RowOf<typeof NOTIFICATIONS>;

const NEWEST = descending('NEWEST', 'timestamptz', sql`n.created_at`, sql`n.id`);

const isOwn = (ctx: Context): RawBuilder<unknown> => sql`n.user_id = ${requireViewer(ctx).userId}`;

/** With `unreadOnly`, a newer one that is read does not hide the group. */
const newestOfGroup = (unreadOnly: boolean): RawBuilder<unknown> => sql`not exists (
  select 1 from notification later where later.user_id = n.user_id and ${groupKey('later')} = ${N}
    and (later.snoozed_until is null) = (n.snoozed_until is null) ${unreadOnly ? sql`and not later.read` : sql``}
    and (later.created_at, later.id) > (n.created_at, n.id))`;

export interface NotificationFilter {
  unreadOnly?: boolean | null | undefined;
  /** Only the newest notification of each group. */
  grouped?: boolean | null | undefined;
  /** Only the group of this notification. */
  groupOf?: string | null | undefined;
  /** Only snoozed ones; otherwise only those that are not snoozed. */
  snoozed?: boolean | null | undefined;
}

/** The viewer's notifications, newest first. */
export const readNotifications = (
  ctx: Context,
  { unreadOnly, grouped, groupOf: of, snoozed }: NotificationFilter,
  args: PageArgs,
): Promise<Page<NotificationRow>> => {
  const conditions = [
    isOwn(ctx),
    snoozed ? sql`n.snoozed_until is not null` : sql`n.snoozed_until is null`,
    ...(unreadOnly ? [sql`not n.read`] : []),
    ...(grouped ? [newestOfGroup(unreadOnly === true)] : []),
    ...(of == null
      ? []
      : [
          sql`${N} = (select ${groupKey('m')} from notification m where m.id = ${parseId(of)} and m.user_id = ${requireViewer(ctx).userId})`,
        ]),
  ];
  const where = sql.join(conditions, sql` and `);
  return readPage(ctx, { rows: NOTIFICATIONS, from: sql`notification n`, where, order: NEWEST }, args);
};

/** Returns one of the viewer's notifications. Throws NOT_FOUND if it does not exist. */
export const readNotification = async (ctx: Context, id: string): Promise<NotificationRow> =>
  NOTIFICATIONS.one(ctx.em, 'Notification', sql`from notification n where n.id = ${id} and ${isOwn(ctx)}`);

/** Loads notifications without an access check, for the feed, which only asks for the subscriber's own. */
export const notificationLoader = defineLoader<NotificationRow>((ctx, ids) =>
  readById(NOTIFICATIONS, ctx.em, sql`from notification n where n.id = any(${idArray(ids)}) ${PREPARABLE}`),
);

/** Loads the viewer's notifications. */
export const ownNotificationLoader = defineLoader<NotificationRow>(
  (ctx, ids) => {
    const wanted = sql`n.id = any(${idArray(ids)}) and ${isOwn(ctx)}`;
    return readById(NOTIFICATIONS, ctx.em, sql`from notification n where ${wanted} ${PREPARABLE}`);
  },
  { forViewer: true },
);
