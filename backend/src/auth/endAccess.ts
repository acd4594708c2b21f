import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Ends all by which anybody is signed in as this person: their tokens are worthless at once, their sockets close within two
 * seconds. Whatever else will sign in by itself ends here too.
 */
export async function endAccess(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update session set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
}
