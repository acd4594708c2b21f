import { sql } from 'kysely';
import { PUSH } from '../../contract/limits.js';
import { subscribePushSchema } from '../../contract/push.js';
import { accountCommand } from '../auth/accountCommand.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid, notFound } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { pushKey } from './push.reads.js';

/** The public key that a browser subscribes with (`applicationServerKey`). */
export async function readPushKey(ctx: Context): Promise<{ pushKey: string }> {
  requireViewer(ctx);
  return { pushKey: (await pushKey(ctx.resources)).publicKey };
}

/**
 * Tells this browser from now on what concerns the viewer, until it is unsubscribed or this sign-in ends. A browser is told of
 * one person: of whoever subscribed it last. Somebody's 21st takes the place of their oldest. VALIDATION_FAILED where the
 * endpoint is of no push service that is known here.
 */
export async function subscribePush(ctx: Context, raw: unknown): Promise<{ pushSubscriptionId: string }> {
  const { userId, sessionId } = requireViewer(ctx);
  const input = parse(subscribePushSchema, raw);
  if (!ctx.resources.push.accepts(input.endpoint)) {
    throw invalid({ endpoint: ['This browser’s push service is not known here'] });
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
  // somebody else subscribed the browser just now
  if (!rows[0]) throw notFound('Subscription');
  return { pushSubscriptionId: rows[0].id };
}

/** Tells a browser of the viewer's nothing any more; NOT_FOUND for anybody else's. */
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
