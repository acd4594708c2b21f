import type { EntityManager } from '@mikro-orm/postgresql';

/** Deletes the API tokens, shared links and calendar feeds of a backup: one that was revoked since would work again. */
export async function deleteTokens(em: EntityManager): Promise<void> {
  await em.execute('delete from api_token');
  await em.execute('delete from share_link');
  await em.execute('delete from calendar_feed');
}
