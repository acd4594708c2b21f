import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** How long what was deleted can be taken back, how long a repeat is recognised, how long inbox events are kept. */
const KEPT = { deleted: '30 days', idempotency: '48 hours', inboxEvents: '1 day', sessions: '30 days' };
/** Rows in one statement: a purge never holds anything for long. */
const BATCH = 500;

/** Tables with tombstones, from the leaves up, and what their rows are called in the log. */
const TOMBSTONES = [
  { table: 'comment', entity: 'comment' },
  { table: 'task', entity: 'task' },
  { table: 'project', entity: 'project' },
];

async function repeat(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
  }
}

/** Removes some of a table's tombstones and what the log says of them. Answers how many. */
async function removeBatch(em: EntityManager, table: string, entity: string, now: Date): Promise<number> {
  const db = em.getKysely();
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where deleted_at < ${now}::timestamptz - ${KEPT.deleted}::interval
    limit ${BATCH} for update skip locked`.execute(db);
  const ids = rows.map(({ id }) => id);
  // notifications that point there are changed with it: as everybody who changes several of a person's, wait for the inbox
  await sql`
    select from inbox where user_id in (
      select user_id from notification where task_id = any(${ids}::uuid[]) or project_id = any(${ids}::uuid[])
      union select n.user_id from notification n join task t on t.id = n.task_id where t.project_id = any(${ids}::uuid[]))
    order by user_id for update`.execute(db);
  await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db);
  await sql`
    update change set fields = '{}'
    where entity_id = any(${ids}::uuid[]) and entity = ${entity} and fields <> '{}'`.execute(db);
  return ids.length;
}

/**
 * Removes for good what was deleted long ago, and blanks what the log says of it; forgets old idempotency keys, inbox
 * events and sessions. Safe to run at any time and twice at once. Answers how many rows went.
 */
export async function purge(orm: MikroORM, now: Date): Promise<number> {
  const em = orm.em.fork();
  const db = em.getKysely();
  let total = 0;
  for (const { table, entity } of TOMBSTONES) {
    total += await repeat(() => em.fork().transactional((tx) => removeBatch(tx, table, entity, now)));
  }
  const aged: [table: string, column: string, age: string][] = [
    ['idempotency', 'at', KEPT.idempotency],
    ['notification_event', 'at', KEPT.inboxEvents],
    ['session', 'expires_at', KEPT.sessions],
  ];
  for (const [table, column, age] of aged) {
    total += await repeat(async () => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${now}::timestamptz - ${age}::interval
          limit ${BATCH})`.execute(db);
      return Number(numAffectedRows ?? 0);
    });
  }
  return total;
}
