import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Deletes all API tokens, shared links and calendar feeds of a backup, because one that was revoked since then would
 * work again.
 */
export async function deleteTokens(em: EntityManager): Promise<void> {
  await em.execute('delete from api_token');
  await em.execute('delete from share_link');
  await em.execute('delete from calendar_feed');
}
