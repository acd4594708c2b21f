import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, SNOOZE_DAYS } from '../../contract/limits.js';
import { createNotificationSchema, snoozeNotificationSchema } from '../../contract/notifications.js';
import { command, type Tx } from '../write/command.js';
import { createdId } from '../write/created.js';
import { type Context, requireViewer } from '../request/context.js';
import { fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitCreates } from '../request/rates.js';
import { changeGroup, changeInbox, countUnread, deliver, wakeNotifications } from './inbox.js';
import { groupKey, readNotification } from './notification.reads.js';
import type { DeleteNotificationPayload, InboxWrittenType, MarkNotificationReadPayload } from './notification.types.js';

type Change = (tx: Tx) => Promise<{ changed: boolean; unreadCount: number }>;

/**
 * Runs one write on the viewer's inbox and returns the new unread count. Throws NOT_FOUND if `mustBeThere` is set and
 * nothing changed.
 */
async function writeInbox(
  ctx: Context,
  operation: string,
  change: Change,
  { mustBeThere = false, ...input }: { id?: string; until?: Date | null; group?: true; mustBeThere?: boolean } = {},
): Promise<number> {
  const { userId } = requireViewer(ctx);
  const { result } = await command<number>(ctx, {
    operation,
    input,
    projectIds: [],
    run: async (tx) => {
      const result = await change(tx);
      if (mustBeThere && !result.changed) throw notFound('Notification');
      return result.unreadCount;
    },
    repeat: () => countUnread(ctx.em, userId),
  });
  return result;
}

/** Condition: a notification and the older ones of its group. Snoozed ones are a group of their own. */
const upTo = (userId: string, id: string): RawBuilder<unknown> => sql`n.user_id = ${userId}
  and (${groupKey('n')}, n.user_id, n.snoozed_until is null)
    = (select ${groupKey('m')}, m.user_id, m.snoozed_until is null from notification m where m.id = ${id})
  and (n.created_at, n.id) <= (select m.created_at, m.id from notification m where m.id = ${id})`;

function parseGroup(raw: unknown): { group?: true } {
  if (raw !== undefined && raw !== null && typeof raw !== 'boolean') {
    throw invalid({ group: fieldError('wrongType', 'group must be true or false', { expected: 'boolean' }) });
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
      const blank = {
        params: null,
        actorId: null,
        taskId: null,
        projectId: null,
        count: 1,
        source: null,
        acts: [],
        about: [],
      };
      const [noteId] = await deliver(tx, [{ ...input, ...blank, userId: viewer.userId, kind: 'NOTE' }]);
      return noteId ?? '';
    },
    ...createdId,
  });
  return { notification: await readNotification(ctx, id), unreadCount: await countUnread(ctx.em, viewer.userId) };
}

/** Marks a notification as read; with `group` also the older ones of its group. */
export async function markNotificationRead(
  ctx: Context,
  rawId: unknown,
  rawGroup?: unknown,
): Promise<MarkNotificationReadPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const group = parseGroup(rawGroup);
  await readNotification(ctx, id);
  const one = sql`update notification set read = true where id = ${id} and user_id = ${userId} and not read`;
  const change: Change = (tx) =>
    group.group ? changeGroup(tx, 'READ', upTo(userId, id)) : changeInbox(tx, 'READ', id, one);
  const unreadCount = await writeInbox(ctx, 'markNotificationRead', change, { id, ...group });
  return { notification: await readNotification(ctx, id), unreadCount };
}

/** Throws unless the time is within the limit for snoozing. */
function requireSoon(until: Date, now: Date): void {
  if (until.getTime() <= now.getTime())
    throw invalid({ until: fieldError('notInFuture', 'Choose a time in the future') });
  if (until.getTime() > now.getTime() + SNOOZE_DAYS * DAY_MS) {
    throw invalid({
      until: fieldError('tooFarAhead', `A notification can be snoozed for ${SNOOZE_DAYS} days at most`, {
        days: SNOOZE_DAYS,
      }),
    });
  }
}

/** Takes a notification out of the inbox until a time, when it comes back as a new one; null brings it back now. */
export async function snoozeNotification(
  ctx: Context,
  rawId: unknown,
  raw: unknown,
): Promise<MarkNotificationReadPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const { until, group } = parse(snoozeNotificationSchema, raw);
  await readNotification(ctx, id);
  const which = group === true ? upTo(userId, id) : sql`n.id = ${id} and n.user_id = ${userId}`;
  const unreadCount = await writeInbox(
    ctx,
    'snoozeNotification',
    async (tx) => {
      if (until === null) return wakeNotifications(tx, userId, which);
      // Not checked for a repeated request, because the time may have passed since the first one.
      requireSoon(until, tx.now);
      return changeGroup(tx, 'SNOOZED', which, until);
    },
    { id, until, ...(group === true && { group }) },
  );
  return { notification: await readNotification(ctx, id), unreadCount };
}

export async function markAllNotificationsRead(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`update notification set read = true where user_id = ${userId} and not read`;
  const change: Change = (tx) => changeInbox(tx, 'READ_ALL', null, statement);
  return { unreadCount: await writeInbox(ctx, 'markAllNotificationsRead', change) };
}

/** Deletes a notification; with `group` also the older ones of its group. Throws NOT_FOUND if the viewer has none. */
export async function deleteNotification(
  ctx: Context,
  rawId: unknown,
  rawGroup?: unknown,
): Promise<DeleteNotificationPayload> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const group = parseGroup(rawGroup);
  const one = sql`delete from notification where id = ${id} and user_id = ${userId}`;
  const change: Change = (tx) =>
    group.group ? changeGroup(tx, 'REMOVED', upTo(userId, id)) : changeInbox(tx, 'REMOVED', id, one);
  const unreadCount = await writeInbox(ctx, 'deleteNotification', change, { id, ...group, mustBeThere: true });
  return { notificationId: id, unreadCount };
}

export async function clearNotifications(ctx: Context): Promise<InboxWrittenType> {
  const { userId } = requireViewer(ctx);
  const statement = sql`delete from notification where user_id = ${userId} and snoozed_until is null`;
  const change: Change = (tx) => changeInbox(tx, 'CLEARED', null, statement);
  return { unreadCount: await writeInbox(ctx, 'clearNotifications', change) };
}

export const countOwnUnread = (ctx: Context): Promise<number> => countUnread(ctx.em, requireViewer(ctx).userId);
