import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Pauses all webhooks of a restored database: receivers have seen messages that it does not know, and a copy of the
 * server must not send beside the original. Returns how many were active.
 */
export async function pauseWebhooks(em: EntityManager): Promise<number> {
  const paused = await em.execute<{ id: string }[]>(
    "update webhook set pause_reason = 'RESTORED' where pause_reason is null returning id",
  );
  return paused.length;
}
