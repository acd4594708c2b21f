import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { NotificationAction, NotificationKind } from '../../contract/enums.js';
import type { Tx } from '../kernel/command.js';
import { newId } from '../kernel/ids.js';
import { toJsonb } from '../kernel/toJsonb.js';

/**
 * A person's notifications are a unit of order of their own, like a project: every change to them takes the next revision
 * of their inbox (which locks it) and leaves one event with the unread count it led to. Sockets read the events.
 */

/** A notification to be delivered. */
export interface Draft {
  userId: string;
  kind: NotificationKind;
  title: string;
  message: string;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  /** How many things it tells of as one. */
  count: number;
  /** What it tells of; a person gets one notification of a source. Null: always a new one. */
  source: string | null;
}

/** Takes the next `steps` revisions of each inbox, in the order of ids, so that two commands never wait for each other. */
async function takeInboxes(em: EntityManager, steps: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const ids = [...steps.keys()].sort();
  const { rows } = await sql<{ userId: string; revision: number }>`
    insert into inbox (user_id, revision)
    select user_id, steps from unnest(${ids}::uuid[], ${ids.map((id) => steps.get(id) ?? 1)}::int[]) as wanted(user_id, steps)
    on conflict (user_id) do update set revision = inbox.revision + excluded.revision
    returning user_id as "userId", revision`.execute(em.getKysely());
  return new Map(rows.map(({ userId, revision }) => [userId, revision]));
}

/** How many notifications a person has not read. */
export async function countUnread(em: EntityManager, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification where user_id = ${userId} and not read`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

interface InboxEvent {
  userId: string;
  revision: number;
  action: NotificationAction;
  notificationId: string | null;
  unreadCount: number;
}

async function writeEvents(em: EntityManager, events: readonly InboxEvent[], at: Date): Promise<void> {
  const rows = events.map(({ userId, revision, action, notificationId, unreadCount }) => ({
    user_id: userId,
    revision,
    action,
    notification_id: notificationId,
    unread_count: unreadCount,
  }));
  await sql`
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    select user_id, revision, action, notification_id, unread_count, ${at}::timestamptz
    from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, revision int, action text, notification_id uuid, unread_count int)`.execute(em.getKysely());
}

/** Delivers notifications within a command; one a person and source. Answers their ids, in the order of the drafts. */
export async function deliver(tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>, drafts: readonly Draft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const steps = new Map<string, number>();
  for (const { userId } of drafts) steps.set(userId, (steps.get(userId) ?? 0) + 1);
  const taken = await takeInboxes(tx.em, steps);
  const unread = new Map<string, number>();
  for (const userId of steps.keys()) unread.set(userId, await countUnread(tx.em, userId));
  const rows = drafts.map((draft) => ({
    id: newId(),
    user_id: draft.userId,
    kind: draft.kind,
    title: draft.title,
    message: draft.message,
    actor_id: draft.actorId,
    task_id: draft.taskId,
    project_id: draft.projectId,
    count: draft.count,
    source: draft.source,
  }));
  await sql`
    insert into notification (id, user_id, kind, title, message, read, actor_id, task_id, project_id, count, source, created_at)
    select id, user_id, kind, title, message, false, actor_id, task_id, project_id, count, source, ${tx.now}::timestamptz
    from jsonb_to_recordset(${toJsonb(rows)}) as
      row(id uuid, user_id uuid, kind text, title text, message text, actor_id uuid, task_id uuid, project_id uuid,
        count int, source text)`.execute(tx.em.getKysely());
  const left = new Map(steps);
  const events = rows.map((row): InboxEvent => {
    const remaining = (left.get(row.user_id) ?? 1) - 1;
    left.set(row.user_id, remaining);
    const unreadCount = (unread.get(row.user_id) ?? 0) + 1;
    unread.set(row.user_id, unreadCount);
    const revision = (taken.get(row.user_id) ?? 1) - remaining;
    return { userId: row.user_id, revision, action: 'ADDED', notificationId: row.id, unreadCount };
  });
  await writeEvents(tx.em, events, tx.now);
  for (const userId of steps.keys()) tx.wakeInbox(userId);
  return rows.map(({ id }) => id);
}

/**
 * Changes a person's own notifications: takes the inbox, does it, and leaves the event. `change` answers whether anything
 * changed; when nothing did, no event is left. Answers the unread count.
 */
export async function changeInbox(
  tx: Tx,
  action: NotificationAction,
  notificationId: string | null,
  change: () => Promise<boolean>,
): Promise<number> {
  const { userId } = tx.viewer;
  const revision = (await takeInboxes(tx.em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const changed = await change();
  const unreadCount = await countUnread(tx.em, userId);
  if (changed) {
    await writeEvents(tx.em, [{ userId, revision, action, notificationId, unreadCount }], tx.now);
    tx.wakeInbox(userId);
  }
  return unreadCount;
}

/**
 * Removes some of a person's notifications, unasked: at most `limit` that fit the condition. Where unread ones were among
 * them an event tells the new count. Answers how many.
 */
export async function removeFromInbox(
  em: EntityManager,
  userId: string,
  condition: RawBuilder<unknown>,
  limit: number,
  at: Date,
): Promise<number> {
  const revision = (await takeInboxes(em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const { rows } = await sql<{ read: boolean }>`
    delete from notification where id in (
      select id from notification where user_id = ${userId} and ${condition} limit ${limit})
    returning read`.execute(em.getKysely());
  if (rows.some(({ read }) => !read)) {
    const unreadCount = await countUnread(em, userId);
    await writeEvents(em, [{ userId, revision, action: 'SYNC', notificationId: null, unreadCount }], at);
  }
  return rows.length;
}
