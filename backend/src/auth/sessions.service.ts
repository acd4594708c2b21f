import { sql } from 'kysely';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { accountCommand } from './accountCommand.js';
import { forgetDevices } from './device.js';

/**
 * Ends one of the viewer's sessions, this one too: its token is worthless at once, its sockets close within two seconds.
 * NOT_FOUND for anybody else's, and for one that has ended.
 */
export async function revokeSession(ctx: Context, given: unknown): Promise<{ sessionId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  const isDone = await accountCommand(ctx, 'revokeSession', { id }, async ({ em, now }) => {
    const { rows } = await sql`
      update session set revoked_at = ${now}
      where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${now}
      returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Session');
  });
  if (isDone) securityEvent(ctx, 'session_revoked');
  return { sessionId: id };
}

/** Ends all of the viewer's sessions but this one, and forgets the devices they came from. Answers how many ended. */
export async function revokeOtherSessions(ctx: Context): Promise<{ revoked: number }> {
  const { userId, sessionId } = requireViewer(ctx);
  let revoked = 0;
  const isDone = await accountCommand(ctx, 'revokeOtherSessions', {}, async ({ em, now }) => {
    const db = em.getKysely();
    // the account first, as sign-ins do: one that is under way ends with the others, or comes after this
    await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
    const { rows } = await sql`
      update session set revoked_at = ${now}
      where user_id = ${userId} and id <> ${sessionId} and revoked_at is null and expires_at > ${now}
      returning id`.execute(db);
    revoked = rows.length;
    await forgetDevices(em, userId, ctx.caller?.device);
  });
  if (isDone) {
    securityEvent(ctx, 'sessions_revoked');
    securityEvent(ctx, 'devices_forgotten');
  }
  return { revoked };
}
