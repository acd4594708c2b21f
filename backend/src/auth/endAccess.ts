import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { endApiTokens } from './apiToken.service.js';

/**
 * Ends all by which anybody is signed in as this person: their tokens are worthless at once, their sockets close within two
 * seconds, and so are their tokens for programs.
 */
export async function endAccess(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update session set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
  await endApiTokens(em, userId, at);
}
