import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { endApiTokens } from './apiToken.service.js';

/** Ends all sessions of a person: their tokens are worthless at once, their sockets close within two seconds. Returns how many. */
export async function endSessions(em: EntityManager, userId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    update session set revoked_at = ${at} where user_id = ${userId} and revoked_at is null
    returning expires_at > ${at} as stood`.execute(em.getKysely());
  return rows.filter((row) => (row as { stood: boolean }).stood).length;
}

/** Ends all sessions and program tokens of a person. Returns how many sessions. */
export async function endAccess(em: EntityManager, userId: string, at: Date): Promise<number> {
  const sessions = await endSessions(em, userId, at);
  await endApiTokens(em, userId, at);
  return sessions;
}
