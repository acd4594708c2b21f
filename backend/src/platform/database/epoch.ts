import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Reads the id of the database's history. A restore changes it: revisions that clients remember then mean something else.
 * It is never cached, because a running process's database can be replaced.
 */
export async function readEpoch(em: EntityManager): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from epoch`.execute(em.getKysely());
  const [row] = rows;
  if (!row) throw new Error('the database has no epoch');
  return row.id;
}

/** Renews the epoch of a database that has lost writes. Of several processes that notice, one succeeds. */
export async function renewEpoch(em: EntityManager, from: string): Promise<void> {
  await sql`update epoch set id = gen_random_uuid() where id = ${from}`.execute(em.getKysely());
}
