import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { Resources } from '../request/context.js';
import { wakeNotifications } from './inbox.js';

/** People per page of the scan. */
const PEOPLE = 100;

/**
 * Brings back snoozed notifications whose time has come. Each person has their own transaction, so a failure does not affect
 * others. Of more than 1,000 of a person, the scan of the next minute takes the rest.
 */
export async function wakeSnoozed({ orm, now, wakeUps, log }: Resources): Promise<void> {
  const at = now();
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const { rows }: { rows: { userId: string }[] } = await sql<{ userId: string }>`
      select distinct user_id as "userId" from notification where snoozed_until <= ${at} and user_id > ${after}
      order by user_id limit ${PEOPLE}`.execute(orm.em.fork().getKysely());
    const woken: string[] = [];
    for (const { userId } of rows) {
      const wake = { now: at, wakeInbox: (id: string) => void woken.push(id) };
      await orm.em
        .fork()
        .transactional((em) => wakeNotifications({ em, ...wake }, userId, sql`n.snoozed_until <= ${at}`))
        .catch((error: unknown) => log.error({ err: error, userId }, 'snoozed notifications of a person failed'));
    }
    wakeUps.announce({ projects: [], inboxes: woken, members: [], writers: [] });
    after = rows.length < PEOPLE ? undefined : rows.at(-1)?.userId;
  }
}
