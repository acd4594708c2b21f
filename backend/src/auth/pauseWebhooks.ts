import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Pauses all webhooks of a person whose access ends: they send nothing until their owner starts them again. It is not in
 * `webhooks`, because calls about accounts use it. The caller must have locked the account.
 */
export async function pauseWebhooksOf(em: EntityManager, userId: string): Promise<void> {
  await sql`
    update webhook set pause_reason = 'ACCESS_ENDED' where user_id = ${userId} and pause_reason is null`.execute(
    em.getKysely(),
  );
}
