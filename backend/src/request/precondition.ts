import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ChangeEntity } from '../../contract/enums.js';
import { AppError } from '../platform/lib/errors.js';

/** The `If-Match` condition on the object that a request changes. */
export interface Precondition {
  /** The table of the object; its rows have a `version`. */
  table: Lowercase<Exclude<ChangeEntity, 'MEMBER'>>;
  id: string;
  /** The object must have one of these versions. */
  versions: readonly string[];
  /** Reads the current object in its REST shape. */
  present: () => Promise<unknown>;
}

/** The home columns of a project have no row until they are changed for the first time. */
const HOME_COLUMN = { version: 0, isDeleted: false };

/**
 * Throws PRECONDITION_FAILED if the object has another version. Runs with the project locked, so the version cannot change
 * before the write. A missing object passes, because the command itself returns NOT_FOUND.
 */
export async function requireVersion(em: EntityManager, { table, id, versions, present }: Precondition): Promise<void> {
  const { rows } = await sql<{ version: number; isDeleted: boolean }>`
    select version, deleted_at is not null as "isDeleted" from ${sql.table(table)} where id = ${id}`.execute(
    em.getKysely(),
  );
  const found = rows[0] ?? (table === 'column' ? HOME_COLUMN : undefined);
  if (!found || found.isDeleted || versions.includes(String(found.version))) return;
  throw new AppError('PRECONDITION_FAILED', 'This has changed: it no longer has the version that If-Match names', {
    data: present,
  });
}
