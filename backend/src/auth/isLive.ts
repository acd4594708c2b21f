import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: a session or an API token was neither revoked nor has it expired. `row` is the name of its table in the
 * query, and is needed only beside other tables.
 */
export function isLive(at: Date, row?: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(row === undefined ? name : `${row}.${name}`);
  return sql<boolean>`${column('revoked_at')} is null and ${column('expires_at')} > ${at}`;
}
