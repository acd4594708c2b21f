import { type RawBuilder, sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { BulkChange, KindName } from './changeLog.js';
import type { Tx } from './command.js';
import { columnsOf, kindOf } from './copyRows.js';

/** A new row, by property names. Omitted properties are null. */
export type NewRow = Readonly<Record<string, unknown>>;

interface InsertOptions extends Pick<BulkChange, 'hasTexts'> {
  /** Statements that read `changed` (id, fields). */
  also?: readonly RawBuilder<unknown>[];
}

/**
 * Inserts any number of new objects of a kind with one statement. Their log lines count as consequences, so the
 * project's activity does not show them, and no one is notified.
 */
export function insertRows(
  tx: Tx,
  projectId: string,
  name: KindName,
  rows: readonly NewRow[],
  options: InsertOptions = {},
): void {
  if (rows.length === 0) return;
  const { table, entity, logged } = kindOf(tx, name);
  const columns = columnsOf(tx.em.getMetadata().get(entity));
  const common = { projectId, version: tx.revisionOf(projectId) };
  const records = rows.map((row) => {
    const values: NewRow = { ...common, ...row };
    return Object.fromEntries(columns.map(([{ name: property }, column]) => [column, values[property] ?? null]));
  });
  const names = sql.join(columns.map(([, column]) => sql.ref(column)));
  tx.changeMany({
    projectId,
    entity: name,
    action: 'created',
    because: 'cascade',
    ...options,
    statement: sql`
      insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, ${toJsonb(records)})
      returning id, (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged})) as fields`,
  });
}
