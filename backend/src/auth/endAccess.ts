import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { deleteApiTokens } from './apiToken.service.js';
import { pauseWebhooksOf } from './pauseWebhooks.js';
import { revokeCalendarFeedsOf } from './revokeCalendarFeeds.js';
import { stopImportsOf } from './stopImports.js';

/** Revokes all sessions of a user; their sockets close within two seconds. Returns the number of active sessions. */
export async function endSessions(em: EntityManager, userId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    update session set revoked_at = ${at} where user_id = ${userId} and revoked_at is null
    returning expires_at > ${at} as "wasActive"`.execute(em.getKysely());
  return rows.filter((row) => (row as { wasActive: boolean }).wasActive).length;
}

/**
 * Revokes all sessions, API tokens and calendar feeds of a user, pauses their webhooks, and stops their imports. Returns the
 * number of active sessions.
 */
export async function endAccess(em: EntityManager, userId: string, at: Date): Promise<number> {
  const sessions = await endSessions(em, userId, at);
  await deleteApiTokens(em, userId, at);
  await revokeCalendarFeedsOf(em, userId, at);
  await pauseWebhooksOf(em, userId);
  await stopImportsOf(em, userId, at);
  return sessions;
}
