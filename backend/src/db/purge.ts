import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { inBatches, purgeProjects } from './purgeProjects.js';
import { DEVICES } from '../../contract/limits.js';

/** How long what was deleted can be taken back, how long a repeat is recognised, how long inbox events are kept. */
const KEPT = { deleted: '30 days', idempotency: '30 days', inboxEvents: '1 day', sessions: '30 days' };
/** Rows in one statement: a purge never holds anything for long. */
const BATCH = 500;

/** What is deleted by itself, from the leaves up; table and log call it alike. */
const TOMBSTONES = ['comment', 'task'];

/**
 * Removes for good what was deleted long ago, and blanks what the log says of it; forgets old idempotency keys, inbox
 * events, sessions and devices. Safe to run at any time and twice at once. Answers how many rows went.
 */
export async function purge(orm: MikroORM, now: Date): Promise<number> {
  const db = orm.em.fork().getKysely();
  const longAgo = sql`${now}::timestamptz - ${KEPT.deleted}::interval`;
  let total = 0;
  for (const table of TOMBSTONES) {
    total += await inBatches(BATCH, async () => {
      const { rows } = await sql`
        with gone as (
          delete from ${sql.table(table)} where id in (
            select id from ${sql.table(table)} where deleted_at < ${longAgo}
            limit ${BATCH} for update skip locked)
          returning id)
        , blanked as (
          update change set fields = '{}' from gone
          where change.entity_id = gone.id and change.entity = ${table} and change.fields <> '{}')
        select id from gone`.execute(db);
      return rows.length;
    });
  }
  total += await purgeProjects(orm, longAgo, BATCH);
  const aged: [table: string, column: string, age: string][] = [
    ['idempotency', 'at', KEPT.idempotency],
    ['notification_event', 'at', KEPT.inboxEvents],
    ['session', 'expires_at', KEPT.sessions],
    ['device', 'seen_at', `${DEVICES.days} days`],
  ];
  for (const [table, column, age] of aged) {
    total += await inBatches(BATCH, async () => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${now}::timestamptz - ${age}::interval
          limit ${BATCH})`.execute(db);
      return Number(numAffectedRows ?? 0);
    });
  }
  return total;
}
