import { sql } from 'kysely';
import { type Context, requireViewer } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { securityEvent } from '../request/securityEvents.js';
import { accountCommand } from './accountCommand.js';
import { forgetDevices } from './device.js';
import { isLive } from './isLive.js';

/**
 * Revokes one of the viewer's sessions, which can be this one; its sockets close within two seconds. Throws NOT_FOUND
 * for a session of another user and for one that has ended.
 */
export async function revokeSession(ctx: Context, given: unknown): Promise<{ sessionId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  const isDone = await accountCommand(ctx, 'revokeSession', { id }, async ({ em, now }) => {
    const { rows } = await sql`
      update session set revoked_at = ${now}
      where id = ${id} and user_id = ${userId} and ${isLive(now)}
      returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Session');
  });
  if (isDone) securityEvent(ctx, 'session_revoked');
  return { sessionId: id };
}

/**
 * Revokes all of the viewer's sessions but this one, and forgets their devices. Returns the number of revoked sessions.
 */
export async function revokeOtherSessions(ctx: Context): Promise<{ revoked: number }> {
  const { userId, sessionId } = requireViewer(ctx);
  let revoked = 0;
  const isDone = await accountCommand(ctx, 'revokeOtherSessions', {}, async ({ em, now }) => {
    const db = em.getKysely();
    // locks the account first, as sign-ins do: a concurrent sign-in is either revoked too or comes later
    await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
    const { rows } = await sql`
      update session set revoked_at = ${now}
      where user_id = ${userId} and id <> ${sessionId} and ${isLive(now)}
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
