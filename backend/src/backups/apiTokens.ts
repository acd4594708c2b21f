import type { EntityManager } from '@mikro-orm/postgresql';

/** Deletes all API tokens of a backup: one that was revoked since would work again. */
export async function deleteApiTokens(em: EntityManager): Promise<void> {
  await em.execute('delete from api_token');
}
