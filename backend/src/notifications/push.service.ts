import { sql } from 'kysely';
import { PUSH } from '../../contract/limits.js';
import { subscribePushSchema } from '../../contract/push.js';
import { accountCommand } from '../auth/accountCommand.js';
import { type Context, requireViewer } from '../request/context.js';
import { fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { loadPushKey } from './push.reads.js';

/** Returns the public key that a browser subscribes with (`applicationServerKey`). */
export async function readPushKey(ctx: Context): Promise<{ pushKey: string }> {
  requireViewer(ctx);
  return { pushKey: (await loadPushKey(ctx.resources)).publicKey };
}

/**
 * Subscribes a browser to the viewer's notifications until it is unsubscribed or the session ends. A browser has only
 * one subscription, so a later one replaces it, even if it is another person's. The 21st of a person replaces the
 * oldest. Throws VALIDATION_FAILED if the endpoint belongs to no known push service.
 */
export async function subscribePush(ctx: Context, raw: unknown): Promise<{ pushSubscriptionId: string }> {
  const { userId, sessionId } = requireViewer(ctx);
  const input = parse(subscribePushSchema, raw);
  if (!ctx.resources.push.accepts(input.endpoint)) {
    throw invalid({ endpoint: fieldError('pushServiceUnsupported', 'This browser’s push service is not supported') });
  }
  await accountCommand(ctx, 'subscribePush', input, async ({ em, now }) => {
    const db = em.getKysely();
    await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
    await sql`
      insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${newId()}, ${userId}, ${sessionId}, ${input.endpoint}, ${input.p256dh}, ${input.auth}, ${now})
      on conflict (endpoint) do update set id = excluded.id, user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(db);
    await sql`
      delete from push_subscription where id in (
        select id from push_subscription where user_id = ${userId} order by created_at desc, id desc
        offset ${PUSH.max})`.execute(db);
  });
  const { rows } = await sql<{ id: string }>`
    select id from push_subscription where user_id = ${userId} and endpoint = ${input.endpoint}`.execute(
    ctx.em.getKysely(),
  );
  // Another person has just subscribed the same browser.
  if (!rows[0]) throw notFound('Subscription');
  return { pushSubscriptionId: rows[0].id };
}

/** Removes one of the viewer's subscriptions. Throws NOT_FOUND if the viewer has none with this id. */
export async function unsubscribePush(ctx: Context, given: unknown): Promise<{ pushSubscriptionId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  await accountCommand(ctx, 'unsubscribePush', { id }, async ({ em }) => {
    const { rows } = await sql`
      delete from push_subscription where id = ${id} and user_id = ${userId} returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Subscription');
  });
  return { pushSubscriptionId: id };
}
