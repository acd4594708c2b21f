import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Ends all shared links that a person has created; open pages and sockets of visitors end within two seconds. It is not in
 * `sharing`, because calls about accounts use it. The caller must have locked the account.
 */
export async function revokeShareLinksOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update share_link set ended_at = ${at} where creator_id = ${userId} and ended_at is null`.execute(
    em.getKysely(),
  );
}
