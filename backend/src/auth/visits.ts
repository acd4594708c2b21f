import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PREPARABLE } from '../platform/database/preparable.js';

/** Set by background requests of the app, which are no sign of a visit. */
export const UNSEEN_HEADER = 'X-Unseen';

/** A visit ends after this time without a request. */
const VISIT_GAP = '30 minutes';

/** Records that a user is active on any device, to the minute. A new visit keeps the end of the visit before it. */
export async function recordVisit(em: EntityManager, userId: string, now: Date): Promise<void> {
  await sql`
    insert into visit (user_id, seen_at) values (${userId}, ${now})
    on conflict (user_id) do update set seen_at = excluded.seen_at,
      previous_at = case when visit.seen_at < excluded.seen_at - ${VISIT_GAP}::interval then visit.seen_at else visit.previous_at end
    where visit.seen_at < excluded.seen_at - interval '1 minute'`.execute(em.getKysely());
}

/** Returns the end of the visit before this one, or null. */
export async function readLastVisit({ em }: { em: EntityManager }, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ previousAt: string | null }>`
    select previous_at as "previousAt" from visit where user_id = ${userId} ${PREPARABLE}`.execute(em.getKysely());
  const at = rows[0]?.previousAt;
  return at == null ? null : new Date(at);
}
