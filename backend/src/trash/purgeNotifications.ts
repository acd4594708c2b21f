import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { subtractInterval, type Purged } from './hourlyPurge.js';
import { BATCH } from '../write/purgeDeleted.js';
import { removeFromInbox } from '../notifications/inbox.js';

const old = (now: Date) => sql`
  snoozed_until is null and (created_at < ${subtractInterval(now, '90 days')} and read or created_at < ${subtractInterval(now, '180 days')})`;

/** Removes old notifications person by person, as each inbox has its own lock. */
export async function purgeNotifications(orm: MikroORM, now: Date): Promise<Purged> {
  let total = 0;
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const { rows }: { rows: { userId: string }[] } = await sql<{ userId: string }>`
      select distinct user_id as "userId" from notification where user_id > ${after} and ${old(now)}
      order by user_id limit ${BATCH}`.execute(orm.em.fork().getKysely());
    for (const { userId } of rows) {
      for (let removed = BATCH; removed === BATCH; total += removed) {
        removed = await orm.em.fork().transactional((em) => removeFromInbox(em, userId, old(now), BATCH, now));
      }
    }
    after = rows.at(-1)?.userId;
  }
  return { notifications: total };
}
