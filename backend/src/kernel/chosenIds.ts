import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { conflict } from './errors.js';

/**
 * Refuses ids for new objects of a kind that objects of another kind have, or had: an id names one thing, as `node(id)` and the
 * log have it. (Two of one kind the database itself refuses.)
 */
export async function refuseForeignIds(
  em: EntityManager,
  entity: string,
  chosen: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = chosen.filter((id) => id != null);
  if (ids.length === 0) return;
  const { rows } = await sql`
    (select 1 from change where entity_id = any(${ids}::uuid[]) and entity <> ${entity} limit 1)
    union all select 1 from account where id = any(${ids}::uuid[])`.execute(em.getKysely());
  if (rows.length > 0) throw conflict('Something else has this id');
}
