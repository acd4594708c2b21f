import { sql } from 'kysely';
import { createCalendarFeedSchema } from '../../contract/calendarFeeds.js';
import { CALENDAR_FEEDS } from '../../contract/limits.js';
import { accountCommand, refuseRepeat } from '../auth/accountCommand.js';
import { generateToken, hashToken } from '../auth/linkToken.js';
import { requireLiveAccess } from '../auth/liveAccess.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { conflict, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { omitEmpty, refuseUnknownFilters } from '../views/viewFilter.js';
import { type CalendarFeedRow, findCalendarFeed } from './calendarFeed.reads.js';

/**
 * Creates an address at which a calendar reads the viewer's tasks. Only a hash of its token is stored. Throws CONFLICT if
 * the viewer has 20 feeds.
 */
export async function createCalendarFeed(
  ctx: Context,
  raw: unknown,
): Promise<{ url: string; calendarFeed: CalendarFeedRow }> {
  const { userId } = requireViewer(ctx);
  refuseUnknownFilters(raw);
  const input = parse(createCalendarFeedSchema, raw);
  await limitCreates(ctx);
  const token = generateToken();
  const id = newId();
  await accountCommand(
    ctx,
    'createCalendarFeed',
    input,
    async ({ em, now }) => {
      const db = em.getKysely();
      // serializes a person's feeds, so that the limit holds
      await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
      await requireLiveAccess(ctx, em);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from calendar_feed where user_id = ${userId} and revoked_at is null`.execute(db);
      if ((rows[0]?.count ?? 0) >= CALENDAR_FEEDS.max) {
        throw conflict(`You have ${CALENDAR_FEEDS.max} calendar feeds. Revoke one that you no longer need.`);
      }
      await sql`
        insert into calendar_feed (id, user_id, token_hash, name, filter, kind, created_at)
        values (${id}, ${userId}, ${hashToken(token)}, ${input.name}, ${toJsonb(omitEmpty(input.filter ?? {}))}, ${input.as},
          ${now})`.execute(db);
    },
    refuseRepeat('This feed was created before, and its address is shown only once. Revoke it and create another one.'),
  );
  securityEvent(ctx, 'calendar_feed_made');
  const calendarFeed = await findCalendarFeed(ctx.resources.orm.em.fork(), id);
  return { url: `${ctx.resources.env.publicUrl}/calendar/${token}.ics`, calendarFeed };
}

/** Revokes one of the viewer's feeds: its address is invalid at once. Throws NOT_FOUND for other feeds. */
export async function revokeCalendarFeed(ctx: Context, rawId: unknown): Promise<{ calendarFeedId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const isDone = await accountCommand(ctx, 'revokeCalendarFeed', { id }, async ({ em, now }) => {
    const { rows } = await sql`
      update calendar_feed set revoked_at = ${now}
      where id = ${id} and user_id = ${userId} and revoked_at is null returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Calendar feed');
  });
  if (isDone) securityEvent(ctx, 'calendar_feed_revoked');
  return { calendarFeedId: id };
}
