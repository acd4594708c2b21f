import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Which life of the database this is. A restore gives it another one: revisions that somebody remembers from before may
 * mean something else now. Read anew each time, as the database may be replaced under a running process.
 */
export async function readEpoch(em: EntityManager): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from epoch`.execute(em.getKysely());
  const [row] = rows;
  if (!row) throw new Error('the database has no epoch');
  return row.id;
}

/** Begins another life of a database that has lost writes; of several processes that find it out, one does. */
export async function renewEpoch(em: EntityManager, from: string): Promise<void> {
  await sql`update epoch set id = gen_random_uuid() where id = ${from}`.execute(em.getKysely());
}
