import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { NotificationAction } from '../../contract/enums.js';
import type { NotificationKind } from '../../contract/notificationKinds.js';
import type { Tx } from '../write/command.js';
import { newId } from '../platform/lib/ids.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { NotificationParams } from './params.js';

/**
 * An inbox has revisions of its own, like a project: every change takes the next revision, which locks the inbox, and
 * writes one event with the new unread count. Sockets read the events.
 */
export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  title: string;
  message: string;
  /** The values for its text; null for a note. */
  params: NotificationParams | null;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  /** Number of events that it stands for. */
  count: number;
  /** Unique per person; null for a notification that can repeat. */
  source: string | null;
  /** Keys of the change sets that caused it (`formatChangeSetKey`); empty for reminders. */
  acts: readonly string[];
  /** Ids of the objects that it quotes: purging one of them erases the text. */
  about: readonly string[];
}

/** Takes the next `steps` revisions of each inbox. Locks in the order of ids, so that two commands cannot deadlock. */
async function reserveRevisions(em: EntityManager, steps: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const ids = [...steps.keys()].sort();
  const { rows } = await sql<{ userId: string; revision: number }>`
    insert into inbox (user_id, revision)
    select user_id, steps from unnest(${ids}::uuid[], ${ids.map((id) => steps.get(id) ?? 1)}::int[]) as wanted(user_id, steps)
    on conflict (user_id) do update set revision = inbox.revision + excluded.revision
    returning user_id as "userId", revision`.execute(em.getKysely());
  return new Map(rows.map(({ userId, revision }) => [userId, revision]));
}

export async function countUnread(em: EntityManager, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification where user_id = ${userId} and not read`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

export interface StoredEvent {
  userId: string;
  revision: number;
  action: NotificationAction;
  notificationId: string | null;
  unreadCount: number;
}

async function writeEvent(em: EntityManager, event: StoredEvent, at: Date): Promise<void> {
  const { userId, revision, action, notificationId, unreadCount } = event;
  await sql`
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    values (${userId}, ${revision}, ${action}, ${notificationId}, ${unreadCount}, ${at})`.execute(em.getKysely());
}

/** Adds notifications within a command. Returns their ids in the order of `drafts`. */
export async function deliver(
  tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  drafts: readonly NewNotification[],
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const steps = new Map<string, number>();
  const placed = drafts.map((draft) => {
    const place = (steps.get(draft.userId) ?? 0) + 1;
    steps.set(draft.userId, place);
    return { ...draft, id: newId(), place };
  });
  const taken = await reserveRevisions(tx.em, steps);
  const rows = placed.map((draft) => ({
    id: draft.id,
    user_id: draft.userId,
    place: draft.place,
    revision: (taken.get(draft.userId) ?? 1) - (steps.get(draft.userId) ?? 1) + draft.place,
    kind: draft.kind,
    title: draft.title,
    message: draft.message,
    params: draft.params,
    actor_id: draft.actorId,
    task_id: draft.taskId,
    project_id: draft.projectId,
    count: draft.count,
    source: draft.source,
    act: draft.acts.length === 1 ? draft.acts[0] : null,
    acts: draft.acts.length > 1 ? draft.acts : null,
    // A notification of one event refers to the same objects by `task_id`, `project_id` and `source`.
    about: draft.count > 1 ? draft.about : null,
  }));
  // The unread counts are exact because the inboxes are locked.
  await sql`
    with draft as (
      select * from jsonb_to_recordset(${toJsonb(rows)}) as
        row(id uuid, user_id uuid, place int, revision int, kind text, title text, message text, params jsonb, actor_id uuid,
          task_id uuid, project_id uuid, count int, source text, act text, acts text[], about uuid[]))
    , added as (
      insert into notification (id, user_id, kind, title, message, params, read, actor_id, task_id, project_id, count, source, act,
        acts, about, created_at)
      select id, user_id, kind, title, message, params, false, actor_id, task_id, project_id, count, source, act, acts,
        about, ${tx.now}::timestamptz
      from draft)
    , unread as (
      select user_id, count(*)::int as count from notification
      where user_id = any(${[...steps.keys()]}::uuid[]) and not read group by user_id)
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    select draft.user_id, revision, 'ADDED', id, coalesce(unread.count, 0) + place, ${tx.now}::timestamptz
    from draft left join unread on unread.user_id = draft.user_id`.execute(tx.em.getKysely());
  for (const userId of steps.keys()) tx.wakeInbox(userId);
  return rows.map(({ id }) => id);
}

/**
 * Changes the viewer's notifications with `statement` under the lock of the inbox, and writes an event if any row changed.
 * Returns whether one did, and the unread count.
 */
export async function changeInbox(
  tx: Tx,
  action: NotificationAction,
  notificationId: string | null,
  statement: RawBuilder<unknown>,
): Promise<{ changed: boolean; unreadCount: number }> {
  const { userId } = tx.viewer;
  const revision = (await reserveRevisions(tx.em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const { numAffectedRows } = await statement.execute(tx.em.getKysely());
  const changed = Number(numAffectedRows) > 0;
  const unreadCount = await countUnread(tx.em, userId);
  if (changed) {
    await writeEvent(tx.em, { userId, revision, action, notificationId, unreadCount }, tx.now);
    tx.wakeInbox(userId);
  }
  return { changed, unreadCount };
}

type SomeAction = 'READ' | 'REMOVED' | 'SNOOZED';

/** A snoozed notification does not count as unread; it does again when it comes back. */
function changeSome(action: SomeAction, some: RawBuilder<unknown>, until: Date | null) {
  if (action === 'READ') {
    return sql<{ id: string; wasUnread: boolean }>`
      update notification set read = true where id in (${some}) and not read returning id, true as "wasUnread"`;
  }
  if (action === 'REMOVED') {
    return sql<{ id: string; wasUnread: boolean }>`
      delete from notification where id in (${some}) returning id, not read as "wasUnread"`;
  }
  return sql<{ id: string; wasUnread: boolean }>`
    update notification set read = true, snoozed_until = ${until}
    from (select id, not read as was_unread from notification where id in (${some})) before
    where notification.id = before.id returning notification.id, before.was_unread as "wasUnread"`;
}

/**
 * Brings back snoozed notifications (`condition` names them as `n`), as new and unread ones, up to 1,000 at a time. The oldest
 * comes first. Returns whether there were any, and the unread count.
 */
export async function wakeNotifications(
  { em, now, wakeInbox }: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<{ changed: boolean; unreadCount: number }> {
  const db = em.getKysely();
  const first = (await reserveRevisions(em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const before = await countUnread(em, userId);
  const { rows } = await sql<{ id: string }>`
    update notification set read = false, snoozed_until = null, created_at = ${now}
    from (select n.id from notification n
      where n.user_id = ${userId} and n.snoozed_until is not null and ${condition}
      order by n.created_at, n.id limit ${GROUP_MAX}) woken
    where notification.id = woken.id returning notification.id`.execute(db);
  if (rows.length === 0) return { changed: false, unreadCount: before };
  if (rows.length > 1) await reserveRevisions(em, new Map([[userId, rows.length - 1]]));
  await sql`
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    select ${userId}, ${first} - 1 + place, 'ADDED', id, ${before} + place, ${now}::timestamptz
    from unnest(${rows.map(({ id }) => id).sort()}::uuid[]) with ordinality as back(id, place)`.execute(db);
  wakeInbox(userId);
  return { changed: true, unreadCount: before + rows.length };
}

/** Notifications of a group that one write changes. */
const GROUP_MAX = 1_000;

/**
 * Changes one of the viewer's notifications and the older ones of its group (`condition` names them as `n`). Newer ones stay,
 * as the viewer has not seen them yet. Each changed notification gets its own event.
 */
export async function changeGroup(
  tx: Tx,
  action: 'READ' | 'REMOVED' | 'SNOOZED',
  condition: RawBuilder<unknown>,
  until: Date | null = null,
): Promise<{ changed: boolean; unreadCount: number }> {
  const { userId } = tx.viewer;
  const db = tx.em.getKysely();
  const first = (await reserveRevisions(tx.em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const before = await countUnread(tx.em, userId);
  const some = sql`select n.id from notification n where ${condition} order by n.created_at desc, n.id desc limit ${GROUP_MAX}`;
  const { rows } = await changeSome(action, some, until).execute(db);
  if (rows.length === 0) return { changed: false, unreadCount: before };
  if (rows.length > 1) await reserveRevisions(tx.em, new Map([[userId, rows.length - 1]]));
  await sql`
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    select ${userId}, ${first} - 1 + place, ${action === 'READ' ? 'READ' : 'REMOVED'}, id,
      ${before} - (count(*) filter (where was_unread) over (order by place))::int, ${tx.now}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ wasUnread }) => wasUnread)}::bool[])
      with ordinality as done(id, was_unread, place)`.execute(db);
  tx.wakeInbox(userId);
  return { changed: true, unreadCount: before - rows.filter(({ wasUnread }) => wasUnread).length };
}

/**
 * Removes up to `limit` notifications of a person that match the condition. If unread ones were among them, an event carries
 * the new count. Returns the number of removed notifications.
 */
export async function removeFromInbox(
  em: EntityManager,
  userId: string,
  condition: RawBuilder<unknown>,
  limit: number,
  at: Date,
): Promise<number> {
  const revision = (await reserveRevisions(em, new Map([[userId, 1]]))).get(userId) ?? 1;
  const { rows } = await sql<{ read: boolean }>`
    delete from notification where id in (
      select id from notification where user_id = ${userId} and ${condition} limit ${limit})
    returning read`.execute(em.getKysely());
  if (rows.some(({ read }) => !read)) {
    const unreadCount = await countUnread(em, userId);
    await writeEvent(em, { userId, revision, action: 'SYNC', notificationId: null, unreadCount }, at);
  }
  return rows.length;
}

/**
 * Removes the unread notifications of undone change sets, and those of several change sets with the last of these. Each
 * removal writes an event with the new unread count. Snoozed ones are removed, too: they would come back as unread.
 */
export async function withdrawUnread(tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>, acts: readonly string[]): Promise<void> {
  const db = tx.em.getKysely();
  const undone = sql`${[...acts]}::text[]`;
  const isOpen = sql`(not read or snoozed_until is not null)`;
  // Before their notifications, as every change of an inbox does, to prevent deadlocks.
  await sql`
    select 1 from inbox where user_id in (
      select user_id from notification where act = any(${undone}) and ${isOpen}
      union all select user_id from notification where acts && ${undone} and ${isOpen})
    order by user_id for update`.execute(db);
  const { rows: several } = await sql<{ id: string; isLast: boolean }>`
    update notification set acts = array(select unnest(acts) except select unnest(${undone}))
    where acts && ${undone} and ${isOpen} returning id, cardinality(acts) = 0 as "isLast"`.execute(db);
  const emptied = several.flatMap(({ id, isLast }) => (isLast ? id : []));
  const ofActs = sql`(act = any(${undone}) or id = any(${emptied}::uuid[]))`;
  await sql`delete from notification where ${ofActs} and snoozed_until is not null`.execute(db);
  const unread = sql`${ofActs} and not read`;
  const { rows } = await sql<{ userId: string; count: number }>`
    select user_id as "userId", count(*)::int as count from notification where ${unread} group by user_id`.execute(db);
  if (rows.length === 0) return;
  const steps = new Map(rows.map(({ userId, count }) => [userId, count]));
  const taken = [...(await reserveRevisions(tx.em, steps))];
  // Runs with the inboxes locked, so notifications read since then stay.
  await sql`
    with taken as (
      select * from unnest(${taken.map(([id]) => id)}::uuid[], ${taken.map(([, revision]) => revision)}::int[])
        as taken(user_id, revision))
    , unread as (
      select user_id, count(*)::int as count from notification
      where user_id in (select user_id from taken) and not read group by user_id)
    , removed as (
      delete from notification where ${unread} and user_id in (select user_id from taken) returning id, user_id)
    , placed as (
      select id, user_id, row_number() over (partition by user_id order by id)::int as place from removed)
    insert into notification_event (user_id, revision, action, notification_id, unread_count, at)
    select user_id, taken.revision + 1 - place, 'REMOVED', placed.id,
      unread.count - (select count(*)::int from removed where removed.user_id = placed.user_id) + place - 1,
      ${tx.now}::timestamptz
    from placed join taken using (user_id) join unread using (user_id)`.execute(db);
  for (const userId of steps.keys()) tx.wakeInbox(userId);
}
