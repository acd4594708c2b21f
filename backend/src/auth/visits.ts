import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** A request of the app that nobody looks at just now says so by this header; it is no sign that somebody is there. */
export const UNSEEN_HEADER = 'X-Unseen';

/** Who was not here for so long comes back for another visit. */
const AWAY = '30 minutes';

/**
 * Notes that somebody is here, on whatever device; to the minute. What comes after a while is a new visit, and when they were
 * last seen before it is kept for as long as it lasts.
 */
export async function noteVisit(em: EntityManager, userId: string, now: Date): Promise<void> {
  await sql`
    insert into visit (user_id, seen_at) values (${userId}, ${now})
    on conflict (user_id) do update set seen_at = excluded.seen_at,
      previous_at = case when visit.seen_at < excluded.seen_at - ${AWAY}::interval then visit.seen_at else visit.previous_at end
    where visit.seen_at < excluded.seen_at - interval '1 minute'`.execute(em.getKysely());
}

/** When somebody was last here before this visit; null on the first. */
export async function readLastVisit({ em }: { em: EntityManager }, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ previousAt: string | null }>`
    select previous_at as "previousAt" from visit where user_id = ${userId}`.execute(em.getKysely());
  const at = rows[0]?.previousAt;
  return at == null ? null : new Date(at);
}
