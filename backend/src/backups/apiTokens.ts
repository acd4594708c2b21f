import type { EntityManager } from '@mikro-orm/postgresql';

/** Ends all tokens for programs that a backup holds: one that was revoked since the backup would work again. */
export async function endApiTokens(em: EntityManager): Promise<void> {
  await em.execute('delete from api_token');
}
