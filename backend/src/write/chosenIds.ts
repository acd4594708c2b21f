import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { KindName } from './changeLog.js';
import { conflict } from '../platform/lib/errors.js';

/**
 * Throws CONFLICT if a client chose an id for a new object that an object of another kind has or had, because
 * `node(id)` and the log need ids to be unique across kinds. The primary key guards against duplicates within a kind.
 */
export async function requireUnusedIds(
  em: EntityManager,
  entity: KindName,
  chosen: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = chosen.filter((id) => id != null);
  if (ids.length === 0) return;
  const { rows } = await sql`
    (select 1 from change where entity_id = any(${ids}::uuid[]) and entity <> ${entity} limit 1)
    union all select 1 from account where id = any(${ids}::uuid[])`.execute(em.getKysely());
  if (rows.length > 0) throw conflict('Something else has this id');
}
