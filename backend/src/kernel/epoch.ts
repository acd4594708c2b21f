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
