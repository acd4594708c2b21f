import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Revokes all calendar feeds of a person. It is not in `calendars`, because calls about accounts use it. The caller must
 * have locked the account.
 */
export async function revokeCalendarFeedsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update calendar_feed set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
}
