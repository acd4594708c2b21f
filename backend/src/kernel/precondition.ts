import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AppError } from './errors.js';

/** What `If-Match` demands of the object that a request changes. */
export interface Precondition {
  /** The table of the object; its rows have a `version`. */
  table: 'project' | 'task' | 'comment' | 'checklist_item';
  id: string;
  /** The object must have one of these versions. */
  versions: readonly string[];
  /** Reads the object as it is now, in the shape REST answers it. */
  present: () => Promise<unknown>;
}

/**
 * Throws PRECONDITION_FAILED if the object has another version. Runs with the project locked, so the version cannot change
 * before the write. An absent object passes: the command itself answers NOT_FOUND.
 */
export async function requireVersion(em: EntityManager, { table, id, versions, present }: Precondition): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(em.getKysely());
  const [found] = rows;
  if (!found || versions.includes(String(found.version))) return;
  throw new AppError('PRECONDITION_FAILED', 'This has changed: it no longer has the version that If-Match names', {
    data: present,
  });
}
