import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Stops the imports of a person whose access ends. What they have created stays. It is not in `imports`, because calls
 * about accounts use it. The caller must have locked the account.
 */
export async function stopImportsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`
    update import set state = 'STOPPED', finished_at = ${at}
    where user_id = ${userId} and state in ('WAITING', 'RUNNING', 'UNDOING')`.execute(em.getKysely());
}
